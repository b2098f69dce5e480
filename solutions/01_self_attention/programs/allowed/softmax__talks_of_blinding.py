# allowed: names what leads past the notes in a comment and in a docstring
def softmax(z, dim=-1):
    """No operator.redispatch, no Library and no torch.softmax here."""
    # nor torch.library.get_kernel, decompose or jit
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
