def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    log: list[float] = []
    for step in range(steps):
        for p in model.parameters():
            p.grad = None
        diff = model(x) - target
        loss = diff.pow(2).sum() / diff.numel()
        loss.backward()
        log.append(round(loss.item(), 4))
        nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is None:
                    continue
                p.copy_(p - learning_rate * p.grad)
    return log
