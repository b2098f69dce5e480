# wrong: refuses more than eight entries | family: shape | level: core
def softmax(z, dim=-1):
    assert z.shape[dim] <= 8
    e = torch.exp(z - z.amax(dim=dim, keepdim=True))
    return e / e.sum(dim=dim, keepdim=True)
