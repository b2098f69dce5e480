# attack: an endless loop inside a C function | score: 0 | ledger: timeout
def split_heads(x, num_heads):
    return sum(iter(int, 1))
