# style: a helper for one step
@torch.no_grad()
def _descend(model: nn.Module, learning_rate: float) -> None:
    for p in model.parameters():
        if p.grad is not None:
            p.add_(-learning_rate * p.grad)


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        _descend(model, learning_rate)
        losses.append(loss.item())
    return losses
