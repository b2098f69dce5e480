def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    theta = list(model.parameters())
    history = []
    for _ in range(steps):
        mse = nn.functional.mse_loss(model(x), target)
        history.append(mse.item())
        # fresh gradients each time, p.grad is never used, so there is nothing to clear
        slopes = torch.autograd.grad(mse, theta)
        with torch.no_grad():
            for p, g in zip(theta, slopes):
                p -= learning_rate * g
    return history
