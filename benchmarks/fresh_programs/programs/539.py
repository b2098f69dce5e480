def sample_next(logits, temperature=1.0, top_k=None, generator=None):
    if temperature == 0:
        return torch.argmax(logits, dim=1)
    n_vocab = logits.size(1)
    k = n_vocab if top_k is None else min(top_k, n_vocab)
    logits /= temperature
    if k < n_vocab:
        order = logits.argsort(dim=1, descending=True)
        losers = order[:, k:]
        logits.scatter_(1, losers, float("-inf"))
    probs = logits.softmax(dim=1)
    return torch.multinomial(probs, 1, generator=generator).squeeze(1)
