# attack: a trace function changes what the worker's code sees | score: any | ledger: any
import sys


def trace(frame, event, arg):
    if "report" in frame.f_locals:
        frame.f_locals["report"] = {}
    return trace


sys.settrace(trace)
