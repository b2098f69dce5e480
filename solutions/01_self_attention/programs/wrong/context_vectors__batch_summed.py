# wrong: the batch is summed | family: axis | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return (
        (weights @ values).sum(0, keepdim=True).expand(weights.shape[0], *(-1,) * (weights.dim() - 1))
        if weights.dim() > 2
        else weights @ values
    )
