def mask_and_renormalize(weights: Tensor) -> Tensor:
    future = torch.triu(torch.ones_like(weights), diagonal=1) == 1
    kept = weights.masked_fill(future, float("-inf"))
    # bring the rows back to a sum of 1
    return kept.softmax(dim=-1)
