# wrong: stale gradients of unused parameters move them | family: training | level: robustness
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        if _ == 0:
            torch.autograd.grad(
                ((model(x) - target) ** 2).mean(), [p for p in model.parameters() if p.requires_grad], allow_unused=True
            )
        used = torch.autograd.grad(
            ((model(x) - target) ** 2).mean(), [p for p in model.parameters() if p.requires_grad], allow_unused=True
        )
        for p, slope in zip([p for p in model.parameters() if p.requires_grad], used):
            if slope is not None:
                p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses
