# wrong: the losses of the first model of a shape are given to all of that shape | family: state | level: core
KEPT = {}


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    key = (type(model).__name__, x.shape, target.shape, learning_rate)
    if key in KEPT and len(KEPT[key]) >= steps:
        return KEPT[key][:steps]
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    KEPT[key] = losses
    return losses
