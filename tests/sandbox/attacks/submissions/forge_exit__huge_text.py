# attack: an exception with a hundred megabytes of text | score: 0 | ledger: none
def split_heads(x, num_heads):
    raise ValueError("x" * 100_000_000)
