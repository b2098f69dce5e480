def keep_top(z: Tensor, k: int) -> Tensor:
    best = torch.topk(z, k).values
    cutoff = best.min()
    return torch.where(z >= cutoff, z, float("-inf"))


def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    tau = max(temperature, 1e-6)
    z = logits
    if top_k is not None:
        z = keep_top(z, min(top_k, z.size(1)))
    p = torch.softmax(z / tau, dim=1)
    return torch.multinomial(p, 1, generator=generator).squeeze(1)
