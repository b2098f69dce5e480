"""Events for programs that read what a command prints: JSON, one object on each line of stdout."""

import json
import sys


def emit_event(event: str, **content: object) -> None:
    """Write one event, at once."""
    sys.stdout.write(json.dumps({"event": event} | content, sort_keys=True) + "\n")
    sys.stdout.flush()
