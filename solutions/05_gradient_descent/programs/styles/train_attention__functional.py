# style: functional_call and autograd.grad, loaded in the end
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    weights = {name: p.detach().clone() for name, p in model.named_parameters()}
    moving = [name for name, p in model.named_parameters() if p.requires_grad]
    for _ in range(steps):
        leaves = {name: value.requires_grad_(name in moving) for name, value in weights.items()}
        loss = nn.functional.mse_loss(torch.func.functional_call(model, leaves, (x,)), target)
        slopes = torch.autograd.grad(loss, [leaves[name] for name in moving], allow_unused=True)
        weights = {name: value.detach() for name, value in weights.items()}
        for name, slope in zip(moving, slopes):
            if slope is not None:
                weights[name] = weights[name] - learning_rate * slope
        losses.append(loss.item())
    with torch.no_grad():
        for name, p in model.named_parameters():
            p.copy_(weights[name])
    return losses
