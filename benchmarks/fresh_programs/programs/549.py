def train_attention(model, x, target, learning_rate, steps):
    weights = [w for w in model.parameters() if w.requires_grad]
    history = []
    for step in range(steps):
        err = model(x) - target
        mse = torch.mean(err * err)
        history.append(float(mse))
        grads = torch.autograd.grad(mse, weights)
        with torch.no_grad():
            for w, g in zip(weights, grads, strict=True):
                w -= learning_rate * g
    return history
