# wrong: puts back the best weights | family: training | level: core
import copy


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    best = None
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        if best is None or loss.item() <= best[0]:
            best = loss.item(), copy.deepcopy(model.state_dict())
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    if best is not None:
        model.load_state_dict(best[1])
    return losses
