# attack: an exception whose text raises | score: 0 | ledger: none
class Hostile(Exception):
    def __str__(self):
        raise RuntimeError("no text")

    __repr__ = __str__


def split_heads(x, num_heads):
    raise Hostile
