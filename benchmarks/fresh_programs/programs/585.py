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
    seq = ids.clone()
    model.eval()
    try:
        for _ in range(max_new_tokens):
            if seq.shape[1] > max_tokens:
                seq = seq[:, -max_tokens:]
            last = model(seq)[:, -1, :]
            nxt = sample_next(last, temperature=temperature, top_k=top_k, generator=generator)
            seq = torch.hstack((seq, nxt.unsqueeze(1)))
    finally:
        model.train()
    return seq
