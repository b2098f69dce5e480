# style: counting along the rows
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return (torch.eye(T, device=device).cumsum(-1) - torch.eye(T, device=device))[None, None].to(torch.bool)
