import torch


def first_order_approximation(f, df, x, eps):
    return f(x) + eps * df(x)


def gradient_descent(df, x0, learning_rate, steps):
    points = [x0]
    for _ in range(steps):
        points.append(points[-1] - learning_rate * df(points[-1]))
    return points


def train_attention(model, x, target, learning_rate, steps):
    losses = []
    for _ in range(steps):
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        losses.append(loss.item())
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
    return losses
