# attack: a whole number of a million digits | score: 0 | ledger: none
def split_heads(x, num_heads):
    return 1 << 4_000_000
