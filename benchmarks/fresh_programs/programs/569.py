@torch.no_grad()
def generate(model, ids, max_new_tokens, max_tokens, temperature=0.0, top_k=None, generator=None):
    mode_before = model.training
    sequence = torch.empty_like(ids).copy_(ids)
    begin = max(0, ids.shape[1] - max_tokens)
    model.eval()
    try:
        while max_new_tokens > 0:
            context = sequence[:, begin:]
            last = model(context)[:, -1, :]
            token = sample_next(last, temperature=temperature, top_k=top_k, generator=generator)
            sequence = torch.hstack((sequence, token.unsqueeze(1)))
            max_new_tokens -= 1
    finally:
        model.train(mode_before)
    return sequence
