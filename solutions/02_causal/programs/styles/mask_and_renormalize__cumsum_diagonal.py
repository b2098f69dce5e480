# style: the sum from a running sum
def mask_and_renormalize(weights: Tensor) -> Tensor:
    total = weights.cumsum(-1).diagonal(dim1=-2, dim2=-1).unsqueeze(-1)
    return weights.tril() / total
