# violation: each row through vmap of a module
rows = torch.func.vmap(nn.LogSoftmax(dim=-1))
def softmax(z, dim=-1):
    return rows(z.transpose(dim, -1)).exp().transpose(dim, -1)
