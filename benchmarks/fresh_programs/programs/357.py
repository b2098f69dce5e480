def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    def mixture(i):
        """What word i takes home: each value times its share, added up."""
        share = weights[..., i, :].unsqueeze(-1)  # (..., T_k, 1)
        return (share * values).sum(dim=-2)  # (..., d_v)

    rows = [mixture(i) for i in range(weights.shape[-2])]
    return torch.stack(rows)
