def softmax(z, dim=-1):
    z -= z.max(dim=dim, keepdim=True).values
    z = z.exp()
    return z / z.sum(dim=dim, keepdim=True)
