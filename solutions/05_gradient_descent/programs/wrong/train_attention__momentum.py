# wrong: steps with momentum | family: training | level: core
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    speed = {}
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    speed[p] = 0.9 * speed.get(p, 0) + p.grad
                    p -= learning_rate * speed[p]
        losses.append(loss.item())
    return losses
