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
    seq = ids.clone()
    try:
        model.eval()
        with torch.no_grad():
            while max_new_tokens > 0:
                seq = seq[:, -max_tokens:]
                last = model(seq)[:, -1, :]
                tok = sample_next(last, temperature=temperature, top_k=top_k, generator=generator)
                seq = torch.hstack((seq, tok.unsqueeze(1)))
                max_new_tokens -= 1
    finally:
        model.train(mode)
    return seq
