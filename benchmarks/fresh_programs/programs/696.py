def _stable_exp(z: Tensor) -> Tensor:
    return (z - z.amax(dim=-1, keepdim=True)).exp()


def masked_softmax(scores: Tensor, d_k: int) -> Tensor:
    z = scores * d_k ** -0.5
    e = _stable_exp(z)
    e = e.tril()
    return e / e.sum(-1, keepdim=True)
