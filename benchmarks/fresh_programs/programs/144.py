def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses: list[float] = []
    params = list(model.parameters())
    for _ in range(steps):
        error = model(x) - target
        loss = (error**2).sum() / len(x)
        losses.append(float(loss))
        grads = torch.autograd.grad(loss, [p for p in params if p.requires_grad], allow_unused=True)
        with torch.no_grad():
            for p, g in zip([p for p in params if p.requires_grad], grads):
                if g is not None:
                    p.sub_(g, alpha=learning_rate)
    return losses
