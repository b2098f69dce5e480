# attack: a generator that never ends | score: 0 | ledger: none
def split_heads(x, num_heads):
    while True:
        yield x
