# style: through the state dict
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                pass
            slopes = {name: p.grad for name, p in model.named_parameters() if p.grad is not None}
            state = model.state_dict()
            model.load_state_dict(
                {
                    name: value - learning_rate * slopes[name] if name in slopes else value
                    for name, value in state.items()
                }
            )
        losses.append(loss.item())
    return losses
