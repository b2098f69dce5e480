# wrong: einsum sums the queries | family: axis | level: core
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return torch.einsum(
        "...qk,...qd->...kd", weights, values[..., :1, :].expand(*values.shape[:-2], weights.shape[-2], -1)
    )
