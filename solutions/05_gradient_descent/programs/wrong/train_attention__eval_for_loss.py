# wrong: evaluation mode for the loss | family: training | level: robustness
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        modes = {m: m.training for m in model.modules()}
        model.eval()
        with torch.no_grad():
            reported = ((model(x) - target) ** 2).mean()
        for m, mode in modes.items():
            m.training = mode
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(reported.item())
    return losses
