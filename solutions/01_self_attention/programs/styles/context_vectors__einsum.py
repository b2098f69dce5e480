# style: einsum
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return torch.einsum("...qk,...kd->...qd", weights, values)
