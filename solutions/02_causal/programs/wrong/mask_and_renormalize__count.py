# wrong: divides by the number of visible keys | family: normalisation | level: core
def mask_and_renormalize(weights: Tensor) -> Tensor:
    counts = torch.arange(1, weights.shape[-1] + 1, device=weights.device)
    return weights.tril() / counts[:, None]
