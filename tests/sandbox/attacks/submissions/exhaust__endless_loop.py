# attack: an endless loop | score: 0 | ledger: timeout
def split_heads(x, num_heads):
    while True:
        pass
