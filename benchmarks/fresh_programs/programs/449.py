def generate(model, ids, max_new_tokens, max_tokens, temperature=0.0, top_k=None, generator=None):
    mode = model.training
    window = ids.clone()
    try:
        model.eval()
        while max_new_tokens > 0:
            window = window[:, -max_tokens:]
            with torch.no_grad():
                z = model(window)[:, -1, :]
            nxt = sample_next(z, temperature=temperature, top_k=top_k, generator=generator)
            window = torch.hstack((window, nxt.unsqueeze(1)))
            max_new_tokens -= 1
    finally:
        model.train(mode)
    return window
