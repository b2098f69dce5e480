def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    contexts = []
    for i in range(weights.size(-2)):
        alpha = weights[..., i, :].unsqueeze(-1)  # (..., T_k, 1)
        contexts.append((alpha * values).mean(dim=-2))
    return torch.stack(contexts, dim=-2)
