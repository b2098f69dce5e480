# style: through .data
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        for p in model.parameters():
            if p.grad is not None:
                p.data = p.data - learning_rate * p.grad.data
        losses.append(loss.item())
    return losses
