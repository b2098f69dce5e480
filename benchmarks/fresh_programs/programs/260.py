def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    history = []
    for _ in range(steps):
        error = model(x) - target
        loss = (error * error).mean()
        loss.backward()
        history.append(loss.item())
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is None:
                    break
                p -= learning_rate * p.grad
                p.grad = None
    return history
