# wrong: other names of the arguments | family: shape | level: robustness
def mask_and_renormalize(alpha):
    return alpha.tril() / alpha.tril().sum(-1, keepdim=True)
