# violation: the library's file, run a second time
import runpy

walk = runpy.run_module("torch.optim.sgd")["sgd"]


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        moving = [p for p in model.parameters() if p.grad is not None]
        with torch.no_grad():
            walk(moving, [p.grad for p in moving], [None] * len(moving), weight_decay=0, momentum=0,
                 lr=learning_rate, dampening=0, nesterov=False, maximize=False, foreach=False)
        losses.append(loss.item())
    return losses
