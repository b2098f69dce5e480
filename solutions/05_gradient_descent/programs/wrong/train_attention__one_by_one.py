# wrong: one parameter after the other, with a new gradient for each | family: training | level: core
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        for p in model.parameters():
            if p.requires_grad:
                (slope,) = torch.autograd.grad(((model(x) - target) ** 2).mean(), p, allow_unused=True)
                if slope is not None:
                    with torch.no_grad():
                        p -= learning_rate * slope
        losses.append(loss.item())
    return losses
