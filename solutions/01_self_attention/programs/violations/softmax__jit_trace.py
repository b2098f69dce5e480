# violation: the library's function as a traced graph
traced = torch.jit.trace(lambda z: torch.softmax(z, -1), torch.ones(2, 2))
def softmax(z, dim=-1):
    return traced(z.transpose(dim, -1)).transpose(dim, -1)
