# attack: claims not to be attempted | score: 0 | ledger: none
def split_heads(x, num_heads):
    raise NotImplementedError
