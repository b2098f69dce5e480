def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    history = []
    for _ in range(steps):
        model.zero_grad()
        loss = nn.functional.mse_loss(model(x), target)
        history.append(loss.item())
        loss.backward()
        for param in model.parameters():
            param.data.sub_(learning_rate * param.grad)
    return history
