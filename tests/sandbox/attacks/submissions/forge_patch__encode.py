# attack: the worker's own encode is replaced | score: any | ledger: any
import sys

for name, module in list(sys.modules.items()):
    if name.endswith("wire") and hasattr(module, "encode"):
        module.encode = lambda *args, **kwargs: b"\0" * 64
