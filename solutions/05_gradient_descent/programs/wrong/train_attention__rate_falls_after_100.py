# wrong: the learning rate is halved after 100 steps | family: training | level: robustness
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for step in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * (1.0 if step < 100 else 0.5) * p.grad
        losses.append(loss.item())
    return losses
