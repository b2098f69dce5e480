# wrong: softmax instead of a division | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    return torch.softmax(weights.tril(), -1)
