def generate(
    model: nn.Module,
    ids: Tensor,
    max_new_tokens: int,
    max_tokens: int,
    temperature: float = 0.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    out = ids.detach().clone()
    model.eval()
    try:
        with torch.no_grad():
            n = 0
            while n < max_new_tokens:
                out = out[:, -max_tokens:]
                last = model(out)[:, -1, :]
                tok = sample_next(last, temperature=temperature, top_k=top_k, generator=generator)
                out = torch.hstack((out, tok.unsqueeze(1)))
                n += 1
    finally:
        model.train()
    return out
