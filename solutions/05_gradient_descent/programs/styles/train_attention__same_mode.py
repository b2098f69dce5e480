# style: sets each part to the mode that it has
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    modes = [(part, part.training) for part in model.modules()]
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    for part, mode in modes:
        part.training = mode
    return losses
