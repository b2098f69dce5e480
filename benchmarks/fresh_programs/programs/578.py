def mean_squared_error(net: nn.Module, inputs: Tensor, wanted: Tensor) -> Tensor:
    return nn.functional.mse_loss(net(inputs), wanted)


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    model.train()
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        mean_squared_error(model, x, target).backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p.add_(p.grad, alpha=-learning_rate)
            losses.append(mean_squared_error(model, x, target).item())
    return losses
