# style: grad_and_value and functional_call, imported at the top
from torch.func import functional_call, grad_and_value


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        parameters = {name: p.detach() for name, p in model.named_parameters() if p.requires_grad}
        slopes, loss = grad_and_value(
            lambda values: nn.functional.mse_loss(functional_call(model, values, (x,)), target)
        )(parameters)
        losses.append(loss.item())
        with torch.no_grad():
            for name, p in model.named_parameters():
                if name in slopes:
                    p.sub_(learning_rate * slopes[name])
    return losses
