def train_attention(model, x, target, learning_rate, steps):
    def mse():
        diff = model(x).squeeze(-1) - target
        return (diff * diff).mean()

    curve = []
    for step in range(steps):
        error = mse()
        error.backward()
        curve.append(error.item())
        for p in model.parameters():
            if p.grad is None:
                continue
            p.data.add_(p.grad, alpha=-learning_rate)
            p.grad = None
    return curve
