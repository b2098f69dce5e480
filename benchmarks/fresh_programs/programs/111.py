def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    context = torch.einsum("...ij,...id->...jd", weights, values)
    return context
