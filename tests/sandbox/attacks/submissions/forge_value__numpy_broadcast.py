# attack: an array of a million million numbers that takes eight bytes | score: 0 | ledger: any
import numpy


def split_heads(x, num_heads):
    return numpy.broadcast_to(numpy.float64(0), (10**6, 10**6))
