"""What stands in the store. Another shape needs another version."""

VERSION = 1
TABLES = """
CREATE TABLE run (id INTEGER PRIMARY KEY, began TEXT, command TEXT, terms TEXT);
CREATE TABLE grading (
    id INTEGER PRIMARY KEY, run INTEGER, address TEXT, student TEXT, assignment TEXT, submission TEXT, text BLOB);
CREATE INDEX grading_address ON grading (address);
CREATE TABLE shown (
    id INTEGER PRIMARY KEY, run INTEGER, student TEXT, assignment TEXT, grading INTEGER, held INTEGER,
    look TEXT, digest TEXT, brief BLOB);
CREATE TABLE move (id INTEGER PRIMARY KEY, run INTEGER, grading INTEGER, text TEXT);
"""
