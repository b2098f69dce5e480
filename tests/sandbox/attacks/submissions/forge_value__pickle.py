# attack: a value that would run a program where it is unpickled, as itself and as bytes | score: 0 | ledger: none
import os
import pickle


class Evil:
    def __reduce__(self):
        return os.system, ("true",)


def split_heads(x, num_heads):
    return [Evil(), pickle.dumps(Evil())]
