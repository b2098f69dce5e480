# wrong: refuses more than eight tokens | family: shape | level: core
def mask_and_renormalize(weights):
    assert weights.shape[-1] <= 8
    w = weights.tril()
    return w / w.sum(-1, keepdim=True)
