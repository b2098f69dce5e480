def _update(model, lr):
    with torch.no_grad():
        for w in model.parameters():
            if w.grad is not None:
                w.copy_(w - lr * w.grad)


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    model.train()
    errors = []
    while len(errors) < steps:
        for w in model.parameters():
            w.grad = None
        difference = model(x) - target
        error = difference.pow(2).sum(dim=-1).mean()
        error.backward()
        errors.append(error.item())
        _update(model, learning_rate)
    return errors
