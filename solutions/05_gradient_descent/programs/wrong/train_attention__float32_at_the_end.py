# wrong: the trained model is turned to float32 | family: dtype | level: robustness
def train_attention(model, x, target, learning_rate, steps):
    losses = []
    for _ in range(steps):
        model.zero_grad()
        loss = (model(x) - target).square().mean()
        loss.backward()
        losses.append(loss.item())
        with torch.no_grad():
            for parameter in model.parameters():
                if parameter.grad is not None:
                    parameter.sub_(learning_rate * parameter.grad)
    model.float()
    return losses
