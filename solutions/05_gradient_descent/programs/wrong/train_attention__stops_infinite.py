# wrong: the list ends where the loss overflows | family: training | level: robustness
import math


def train_attention(model, x, target, learning_rate, steps):
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        losses.append(loss.item())
        if not math.isfinite(loss.item()):
            break
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
    return losses
