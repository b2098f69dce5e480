# attack: a tensor of a terabyte | score: 0 | ledger: none
def split_heads(x, num_heads):
    return torch.ones(2**38)
