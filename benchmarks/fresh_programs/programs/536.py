def generate(model, ids, max_new_tokens, max_tokens, temperature=0.0, top_k=None, generator=None):
    mode = model.training
    model.eval()
    idx = ids.clone()
    try:
        for _ in range(max_new_tokens):
            # the model can only read max_tokens tokens
            if idx.size(1) > max_tokens:
                idx = idx[:, -max_tokens:]
            with torch.no_grad():
                logits = model(idx)
            next_id = sample_next(logits[:, -1, :], temperature, top_k, generator)
            idx = torch.cat((idx, next_id.unsqueeze(1)), dim=1)
    finally:
        model.train(mode)
    return idx
