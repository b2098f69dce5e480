"""What lives inside the sandbox. Nothing here imports the rest of the package, and nothing here is secret.

The folder is the only part of the project that a worker can read. The outside imports `wire` from it, so that both
ends speak the same language.
"""
