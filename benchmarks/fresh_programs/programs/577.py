def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    history: list[float] = []
    for step in range(steps):
        error = model(x) - target
        mse = torch.mean(error**2)
        history.append(mse.item())
        mse.backward()
        with torch.no_grad():
            for w in model.parameters():
                if w.grad is None:
                    continue
                w -= learning_rate * w.grad
                w.grad.zero_()
    return history
