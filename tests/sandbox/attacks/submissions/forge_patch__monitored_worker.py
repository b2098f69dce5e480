# attack: raises inside the worker's own functions, through sys.monitoring or a profile function | score: 0 | ledger: any
import sys


def spoil(*event):
    raise SystemExit(0)


def split_heads(x, num_heads):
    if hasattr(sys, "monitoring"):
        sys.monitoring.use_tool_id(0, "spoil")
        sys.monitoring.register_callback(0, sys.monitoring.events.PY_RETURN, spoil)
        sys.monitoring.set_events(0, sys.monitoring.events.PY_RETURN)
    else:
        sys.setprofile(spoil)
    return x
