# allowed: words of its own that have some in them that lead past the notes
dispatch = {"last": -1, "first": 0}
jitter = 1e-6
decomposed_gradient, rand, toolbox = 1, 0.5, ("softmax", "jitter")


def softmax(z, dim=-1):
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
