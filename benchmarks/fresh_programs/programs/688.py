def generate(
    model: nn.Module,
    ids: Tensor,
    max_new_tokens: int,
    max_tokens: int,
    temperature: float = 0.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    written = [ids.clone()]
    model.eval()
    try:
        with torch.no_grad():
            while len(written) <= max_new_tokens:
                context = torch.cat(written, dim=1)[:, :max_tokens]
                scores = model(context)[:, -1, :]
                nxt = sample_next(scores, temperature=temperature, top_k=top_k, generator=generator)
                written.append(nxt.unsqueeze(-1))
    finally:
        model.train()
    return torch.cat(written, dim=1)
