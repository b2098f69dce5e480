# wrong: autograd.grad without allow_unused | family: training | level: core
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        params = [p for p in model.parameters() if p.requires_grad]
        slopes = torch.autograd.grad(loss, params)
        with torch.no_grad():
            for p, slope in zip(params, slopes):
                p -= learning_rate * slope
        losses.append(loss.item())
    return losses
