# attack: recursion without end | score: 0 | ledger: none
def split_heads(x, num_heads):
    return split_heads(x, num_heads)
