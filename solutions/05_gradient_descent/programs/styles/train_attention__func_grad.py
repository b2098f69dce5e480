# style: torch.func.grad, imported where it is used
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    from torch.func import functional_call, grad

    def loss_of(parameters):
        return ((functional_call(model, parameters, (x,)) - target) ** 2).mean()

    losses = []
    for _ in range(steps):
        parameters = {name: p for name, p in model.named_parameters() if p.requires_grad}
        with torch.no_grad():
            losses.append(loss_of(parameters).item())
        slopes = grad(loss_of)(parameters)
        with torch.no_grad():
            for name, p in parameters.items():
                p -= learning_rate * slopes[name]
    return losses
