# style: meshgrid and greater
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    queries, keys = torch.meshgrid(torch.arange(T, device=device), torch.arange(T, device=device), indexing="ij")
    return torch.gt(keys, queries)[None, None]
