# style: through .data, in place
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        for p in model.parameters():
            if p.grad is None:
                continue
            p.data.add_(p.grad, alpha=-learning_rate)
        losses.append(loss.item())
    return losses
