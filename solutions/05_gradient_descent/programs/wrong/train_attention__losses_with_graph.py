# wrong: the losses are tensors that keep the graph of every step | family: training | level: robustness
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        model.zero_grad()
        loss = (model(x) - target).square().mean()
        loss.backward()
        losses.append(loss)
        with torch.no_grad():
            for parameter in model.parameters():
                if parameter.grad is not None:
                    parameter -= learning_rate * parameter.grad
    return losses
