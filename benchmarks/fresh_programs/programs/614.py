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
    mode = model.training
    out = ids.clone()
    try:
        model.eval()
        todo = max_new_tokens
        while todo > 0:
            out = out[:, -max_tokens:]
            last = model(out)[:, -1, :]
            new = sample_next(last, temperature=temperature, top_k=top_k, generator=generator)
            out = torch.hstack((out, new.unsqueeze(1)))
            todo -= 1
        return out
    finally:
        model.train(mode)
