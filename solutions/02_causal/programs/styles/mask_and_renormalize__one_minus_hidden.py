# style: the sum as 1 minus what is hidden
def mask_and_renormalize(weights: Tensor) -> Tensor:
    return weights.tril() / (1 - weights.triu(1).sum(-1, keepdim=True))
