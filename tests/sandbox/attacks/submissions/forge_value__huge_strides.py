# attack: a view with strides that repeat one number | score: 0 | ledger: none
def split_heads(x, num_heads):
    return torch.as_strided(torch.zeros(1), (100000, 100000), (0, 0))
