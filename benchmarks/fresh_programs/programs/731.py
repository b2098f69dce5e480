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
    written = ids.clone()
    try:
        while written.shape[1] < ids.shape[1] + max_new_tokens:
            window = written[:, :max_tokens]
            last = model(window)[:, -1, :]
            token = sample_next(last, temperature=temperature, top_k=top_k, generator=generator)
            written = torch.hstack((written, token.unsqueeze(1)))
    finally:
        model.train()
    return written
