# violation: an optimiser that was never initialised
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    moving = [p for p in model.parameters() if p.requires_grad]
    optimiser = object.__new__(torch.optim.SGD)
    optimiser.__setstate__({"state": __import__("collections").defaultdict(dict), "param_groups": [], "defaults": {}})
    group = dict(params=moving, lr=learning_rate, momentum=0, dampening=0, weight_decay=0, nesterov=False, maximize=False, foreach=False, differentiable=False, fused=False)
    optimiser.param_groups.append(group)
    for _ in range(steps):
        for p in moving:
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
