def generate(model, ids, max_new_tokens, max_tokens, temperature=0.0, top_k=None, generator=None):
    mode = model.training
    seq = ids.clone()
    try:
        model.eval()
        while max_new_tokens > 0:
            if seq.size(1) > max_tokens:
                seq = seq[:, seq.size(1) - max_tokens:]
            with torch.no_grad():
                last = model(seq)[:, -1, :]
            token = sample_next(last, temperature=temperature, top_k=top_k, generator=generator)
            seq = torch.hstack((seq, token.view(-1, 1)))
            max_new_tokens -= 1
    finally:
        model.train(mode)
    return seq
