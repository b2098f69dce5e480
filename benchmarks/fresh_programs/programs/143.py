def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    criterion = nn.MSELoss()
    losses = []
    model.train()
    for step in range(steps):
        for p in model.parameters():
            p.grad = None
        prediction = model(x)
        loss = criterion(prediction, target)
        losses.append(loss)
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
    return losses
