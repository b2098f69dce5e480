# wrong: a shared parameter is updated in each part that has it | family: training | level: robustness
def train_attention(model, x, target, learning_rate, steps):
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        losses.append(loss.item())
        loss.backward()
        with torch.no_grad():
            for m in model.modules():
                for p in m.parameters(recurse=False):
                    if p.grad is not None:
                        p -= learning_rate * p.grad
    return losses
