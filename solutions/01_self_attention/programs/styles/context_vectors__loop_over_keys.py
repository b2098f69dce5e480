# style: a sum over the keys
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    out = 0
    for j in range(values.shape[-2]):
        out = out + weights[..., :, j : j + 1] * values[..., j : j + 1, :]
    return out
