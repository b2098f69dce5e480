# violation: SGD from its own module
import importlib


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    optimiser = importlib.import_module("torch.optim.sgd").SGD(model.parameters(), lr=learning_rate)
    losses = []
    for _ in range(steps):
        optimiser.zero_grad()
        loss = nn.functional.mse_loss(model(x), target)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
