def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    history = []
    for _ in range(steps):
        error = model(x) - target
        loss = error.pow(2).sum() / error.shape[0]
        history.append(loss.item())
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is None:
                    continue
                p -= learning_rate * p.grad
                p.grad = None  # clear for the next round
    return history
