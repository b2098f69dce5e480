"""The sandbox in which submissions run: `host` is the side that grades, `guest` the side that runs their code."""
