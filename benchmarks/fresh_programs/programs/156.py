@torch.no_grad()
def generate(
    model: nn.Module,
    ids: Tensor,
    max_new_tokens: int,
    max_tokens: int,
    temperature: float = 0.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    model.eval()
    ids = ids.clone()
    for _ in range(max_new_tokens):
        context = ids[:, -max_tokens:]
        last = model(context)[:, -1, :]
        new = sample_next(last, temperature, top_k, generator)
        ids = torch.cat([ids, new.unsqueeze(1)], dim=1)
    model.train()
    return ids
