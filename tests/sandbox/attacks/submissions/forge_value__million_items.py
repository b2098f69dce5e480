# attack: a list of ten million numbers | score: 0 | ledger: any
def split_heads(x, num_heads):
    return [0] * 10_000_000
