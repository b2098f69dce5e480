"""The side of the sandbox that grades: starts the fork server, sends requests to workers, enforces their limits."""
