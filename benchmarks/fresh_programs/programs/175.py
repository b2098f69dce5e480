def mask_and_renormalize(weights: Tensor) -> Tensor:
    kept = weights  # the original is needed later
    kept.tril_()
    row_sum = kept.sum(dim=-1, keepdim=True)
    return kept / row_sum
