# wrong: cut from a mask of 150 tokens | family: mask | level: core
MASK = torch.full((150, 150), -torch.inf).triu(1)


def additive_causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return MASK[:T, :T].clone().to(device or "cpu")
