def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    history = []
    mse = nn.MSELoss()
    for _ in range(steps):
        loss = mse(model(x), target)
        history.append(float(loss.detach()))
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                p -= learning_rate * p.grad
        model.zero_grad()  # clean up for the next step
    return history
