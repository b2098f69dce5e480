# allowed: names of its own, and texts of errors, with every word that is looked for
guest = torch.tensor([1.0, 2.0])
dispatch = {"softmax": None}
RAN, jit, decompose = [], False, None


def softmax(z, dim=-1):
    softmax_numerator = torch.exp(z - z.amax(dim, keepdim=True))
    if softmax_numerator.dim() == 0:
        raise TypeError("softmax: z must have a dimension (redispatch of a number is not supported)")
    assert not jit, "softmax of a guest"
    return softmax_numerator / softmax_numerator.sum(dim, keepdim=True)
