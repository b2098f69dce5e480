# style: one call for all parameters
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            moving = [p for p in model.parameters() if p.grad is not None]
            torch._foreach_add_(moving, [p.grad for p in moving], alpha=-learning_rate)
        losses.append(loss.item())
    return losses
