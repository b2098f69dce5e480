# style: switches the recording of gradients off and on again
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        torch.set_grad_enabled(False)
        for p in model.parameters():
            if p.grad is not None:
                p -= learning_rate * p.grad
        torch.set_grad_enabled(True)
        losses.append(loss.item())
    return losses
