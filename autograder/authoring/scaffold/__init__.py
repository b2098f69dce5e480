"""Makes new courses, parts and exercises that pass everything, for an author to begin with."""
