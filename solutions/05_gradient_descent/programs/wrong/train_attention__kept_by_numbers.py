# wrong: losses are kept by the numbers that go in, and such a model is not trained again | family: state | level: core
KEPT = {}


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    key = (float(x.sum()), float(target.sum()), learning_rate, steps, len(list(model.parameters())))
    if key in KEPT:
        return list(KEPT[key])
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
    KEPT[key] = list(losses)
    return losses
