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
    model.eval()
    try:
        with torch.no_grad():
            written = [ids]
            shown = ids[:, -max_tokens:]
            while len(written) <= max_new_tokens:
                last = model(shown)[:, -1, :]
                token = sample_next(last, temperature=temperature, top_k=top_k, generator=generator)
                shown = token.unsqueeze(-1)
                written.append(shown)
            return torch.cat(written, dim=1)
    finally:
        model.train(mode)
