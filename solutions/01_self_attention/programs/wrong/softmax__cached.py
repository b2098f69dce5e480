# wrong: remembers the first result of a shape | family: state | level: core
KEPT = {}


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    key = (tuple(z.shape), dim)
    if key not in KEPT:
        e = torch.exp(z - z.amax(dim, keepdim=True))
        KEPT[key] = e / e.sum(dim, keepdim=True)
    return KEPT[key]
