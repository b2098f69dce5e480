# style: autograd.grad
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        loss = ((model(x) - target) ** 2).mean()
        params = [p for p in model.parameters() if p.requires_grad]
        slopes = torch.autograd.grad(loss, params, allow_unused=True)
        with torch.no_grad():
            for p, slope in zip(params, slopes):
                if slope is not None:
                    p.sub_(slope, alpha=learning_rate)
        losses.append(loss.item())
    return losses
