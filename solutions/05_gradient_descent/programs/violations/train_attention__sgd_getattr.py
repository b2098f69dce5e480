# violation: SGD through getattr
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    optimiser = getattr(getattr(torch, "op" + "tim"), "S" + "GD")(model.parameters(), lr=learning_rate)
    losses = []
    for _ in range(steps):
        optimiser.zero_grad()
        loss = nn.functional.mse_loss(model(x), target)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
