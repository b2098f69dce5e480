# style: F.normalize with p=1
def mask_and_renormalize(weights: Tensor) -> Tensor:
    return nn.functional.normalize(weights.tril(), p=1, dim=-1)
