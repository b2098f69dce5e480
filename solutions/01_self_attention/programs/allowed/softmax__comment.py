# allowed: the word in a comment and a string
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    """Like torch.softmax(z, dim), F.log_softmax and z.logsumexp, written out."""
    # torch.nn.functional.softmax(z, dim) would be the library's
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)
