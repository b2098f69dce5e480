# style: indices of the upper triangle
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros(T, T, dtype=torch.bool, device=device)
    rows, columns = torch.triu_indices(T, T, 1)
    mask[rows, columns] = True
    return mask[None, None, :, :]
