def softmax(z, dim=-1):
    shifted = z - torch.max(z, dim=dim, keepdim=True)[0]
    e = torch.exp(shifted)
    total = torch.sum(e, dim=dim)
    return e / total
