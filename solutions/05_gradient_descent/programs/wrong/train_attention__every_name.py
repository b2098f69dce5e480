# wrong: a shared parameter is updated under each of its names | family: training | level: robustness
def train_attention(model, x, target, learning_rate, steps):
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        losses.append(loss.item())
        loss.backward()
        with torch.no_grad():
            for n, p in model.named_parameters(remove_duplicate=False):
                if p.grad is not None:
                    p -= learning_rate * p.grad
    return losses
