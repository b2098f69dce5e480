def context_vectors(weights, values):
    weighted = weights.unsqueeze(-1) * values
    return weighted.sum(dim=-2)
