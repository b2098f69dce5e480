# allowed: names what would switch the watching off in a comment and in a docstring
def softmax(z, dim=-1):
    """No torch._C.DisableTorchFunction and no torch.softmax here."""
    # nor torch._C._DisableTorchDispatch
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
