# wrong: all weight goes to the largest | family: values | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    visible = weights.tril()
    return nn.functional.one_hot(visible.argmax(-1), weights.shape[-1]).to(weights.dtype) + 0 * visible
