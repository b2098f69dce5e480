# wrong: other argument names | family: state | level: robustness
def train_attention(model: nn.Module, x: Tensor, y: Tensor, lr: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= lr * p.grad
        losses.append(loss.item())
    return losses
