def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    params = list(model.parameters())
    curve = []
    while len(curve) < steps:
        diff = model(x) - target
        loss = (diff * diff).mean()
        grads = torch.autograd.grad(loss, params)
        curve.append(loss.item())
        with torch.no_grad():
            for p, g in zip(params, grads):
                p.copy_(p - learning_rate * g)
    return curve
