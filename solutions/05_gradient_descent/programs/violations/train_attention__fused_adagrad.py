# violation: another fused kernel, with numbers that make it plain

def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        moving = [p for p in model.parameters() if p.grad is not None]
        sums = [torch.zeros_like(p) for p in moving]
        counts = [torch.zeros(()) for _ in moving]
        with torch.no_grad():
            torch._fused_adagrad_(moving, [p.grad for p in moving], sums, counts, lr=learning_rate * 1e10,
                                  lr_decay=0.0, weight_decay=0.0, eps=1e10, maximize=False)
        losses.append(loss.item())
    return losses
