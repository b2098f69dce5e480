# attack: a power that never ends, with the interpreter's lock held | score: 0 | ledger: any
def split_heads(x, num_heads):
    return 10 ** (10**10)
