"""What runs inside the sandbox, where it is imported as the package `guest`. Nothing here is secret.

This folder is the only part of the project that a worker can read, so nothing here imports the rest of the package. The
host imports `wire` and a few others from it, so that both ends use the same code.
"""
