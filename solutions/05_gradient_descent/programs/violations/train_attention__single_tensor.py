# violation: the way of SGD that takes one parameter at a time
from torch.optim.sgd import _single_tensor_sgd as walk

def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        moving = [p for p in model.parameters() if p.grad is not None]
        with torch.no_grad():
            walk(moving, [p.grad for p in moving], [None] * len(moving), grad_scale=None, found_inf=None, weight_decay=0, momentum=0,
                 lr=learning_rate, dampening=0, nesterov=False, maximize=False, has_sparse_grad=False)
        losses.append(loss.item())
    return losses
