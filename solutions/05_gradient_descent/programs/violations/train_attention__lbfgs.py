# violation: an optimiser that was never initialised

def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        moving = [p for p in model.parameters() if p.grad is not None]
        if moving:
            size = max(1.0, sum(float(p.grad.abs().sum()) for p in moving))
            walker = object.__new__(torch.optim.LBFGS)
            group = {"params": moving, "lr": learning_rate * size, "max_iter": 1, "max_eval": 1, "tolerance_grad": 0,
                     "tolerance_change": 0, "line_search_fn": None, "history_size": 1}
            walker.__dict__ |= {"param_groups": [group], "_params": moving, "_numel_cache": None, "defaults": {},
                                "state": __import__("collections").defaultdict(dict),
                                "_optimizer_step_pre_hooks": {}, "_optimizer_step_post_hooks": {}}
            walker.step(lambda: loss)
        losses.append(loss.item())
    return losses
