def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    history = []
    criterion = nn.MSELoss()
    model.train()
    for _ in range(steps):
        loss = criterion(model(x), target)
        history.append(float(loss.detach()))
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        # ready for the next round
        model.zero_grad()
    return history
