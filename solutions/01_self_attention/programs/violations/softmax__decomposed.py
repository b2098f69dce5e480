# violation: the library's own softmax, written in Python
from torch._decomp.decompositions import _softmax


def softmax(z, dim=-1):
    return _softmax(z, dim, False)
