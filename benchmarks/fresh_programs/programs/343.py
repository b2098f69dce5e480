def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    criterion = nn.MSELoss()
    history = []
    for _ in range(steps):
        # forward + backward
        loss = criterion(model(x), target)
        loss.backward()
        history.append(loss.item())
        # update
        with torch.no_grad():
            for p in model.parameters():
                p -= learning_rate * p.grad
        # clear for the next round
        model.zero_grad()
    return history
