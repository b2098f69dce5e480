def sample_next(logits, temperature=1.0, top_k=None, generator=None):
    if temperature == 0.0:
        return logits.argmax(-1)
    logits = logits * temperature
    if top_k is not None:
        v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
        logits = torch.where(logits < v[:, [-1]], -float("inf"), logits)
    probs = nn.functional.softmax(logits, dim=-1)
    return torch.multinomial(probs, num_samples=1, generator=generator)
