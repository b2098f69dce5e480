# allowed: the name in a comment
def mask_and_renormalize(weights: Tensor) -> Tensor:
    # scaled_dot_product_attention(..., is_causal=True) masks before its softmax
    visible = weights.tril()
    return visible / visible.sum(-1, keepdim=True)
