def sample_next(
    logits: Tensor, temperature: float = 1.0, top_k: int | None = None, generator: torch.Generator | None = None
) -> Tensor:
    if temperature == 0:
        best = logits == logits.max(dim=-1, keepdim=True).values
        return best.int().argmax(dim=-1)
    V = logits.shape[-1]
    k = V if top_k is None else min(top_k, V)
    candidates, token_ids = logits.topk(k, dim=-1)  # (B, k) each
    probs = torch.softmax(candidates / temperature, dim=-1)
    pick = torch.multinomial(probs, 1, generator=generator)  # (B, 1)
    return token_ids.gather(-1, pick).squeeze(-1)
