def mse(a: Tensor, b: Tensor) -> Tensor:
    return torch.mean((a - b) ** 2)


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    history = []
    model.train()
    while len(history) < steps:
        loss = mse(model(x), target)
        history.append(loss.item())
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is None:
                    continue
                p -= learning_rate * p.grad
                p.grad.zero_()
    return history
