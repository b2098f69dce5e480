# attack: ten thousand million numbers that take no memory until somebody looks | score: 0 | ledger: none
def split_heads(x, num_heads):
    return torch.zeros(1).expand(10**10)
