def sample_next(logits, temperature=1.0, top_k=None, generator=None):
    if temperature == 0:
        return torch.max(logits, dim=1).indices
    V = logits.size(1)
    k = V if top_k is None else min(top_k, V)
    best, candidates = torch.topk(logits, k, dim=1)
    probs = torch.softmax(best / temperature, dim=1)
    choice = torch.multinomial(probs, 1, generator=generator)
    return candidates.gather(1, choice).squeeze(1)
