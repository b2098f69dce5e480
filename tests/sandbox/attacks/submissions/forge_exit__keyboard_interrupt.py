# attack: KeyboardInterrupt in a call | score: 0 | ledger: none
def split_heads(x, num_heads):
    raise KeyboardInterrupt
