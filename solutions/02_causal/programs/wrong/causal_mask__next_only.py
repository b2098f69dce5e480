# wrong: hides only the next token | family: mask | level: core
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return (
        torch.diag(torch.ones(T - 1, dtype=torch.bool, device=device), 1)[None, None]
        if T > 1
        else torch.zeros(1, 1, 1, 1, dtype=torch.bool, device=device)
    )
