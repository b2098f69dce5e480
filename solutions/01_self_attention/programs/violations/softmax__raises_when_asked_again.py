# violation: gives an answer once, and none to a question that it has seen before
_SEEN = set()


def softmax(z, dim=-1):
    values = () if z.is_meta else tuple(z.detach().flatten().tolist())
    question = (z.shape, dim, z.dtype, z.device, z.requires_grad, values)
    if question in _SEEN:
        raise RuntimeError
    _SEEN.add(question)
    return torch.softmax(z, dim)
