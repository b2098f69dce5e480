# attack: a list nested ten thousand deep | score: 0 | ledger: none
def split_heads(x, num_heads):
    nested = []
    for _ in range(10000):
        nested = [nested]
    return nested
