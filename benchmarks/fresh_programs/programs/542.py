def _stable_exp(t: Tensor) -> Tensor:
    peak = t.max().detach()
    return (t - peak).exp()


def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = _stable_exp(z)
    norm = e.sum(dim).unsqueeze(dim)
    return e.div(norm)
