# style: an assignment to the upper triangle
def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    mask = torch.zeros(T, T, device=device)
    for query in range(T - 1):
        mask[query, query + 1 :] = float("-inf")
    return mask
