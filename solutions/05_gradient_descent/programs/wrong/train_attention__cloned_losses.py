# wrong: the losses are tensors | family: training | level: robustness
def train_attention(model, x, target, learning_rate, steps):
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        losses.append(loss.detach().clone())
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
    return losses
