def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    history = []
    model.train()
    model.zero_grad()
    for _ in range(steps):
        loss = nn.functional.mse_loss(model(x), target)
        history.append(loss.item())
        loss.backward()
        with torch.no_grad():
            for param in model.parameters():
                if param.grad is not None:
                    param -= learning_rate * param.grad
    return history
