# attack: the worker's own perform is replaced by one that reports success | score: any | ledger: any
import sys

for name, module in list(sys.modules.items()):
    if name.endswith("worker") and hasattr(module, "perform"):
        module.perform = lambda *args, **kwargs: {"passed": True, "score": 100}
