# attack: the C stack overflows | score: 0 | ledger: any
import sys

sys.setrecursionlimit(10**8)


class Deep:
    def __getattr__(self, name):
        return getattr(self, name + "x")


def split_heads(x, num_heads):
    return Deep().a
