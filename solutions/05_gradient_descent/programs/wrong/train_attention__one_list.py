# wrong: one list of losses for all calls, emptied at the start of each | family: state | level: core
LOSSES = []


def train_attention(model, x, target, learning_rate, steps):
    LOSSES.clear()
    for _ in range(steps):
        model.zero_grad()
        loss = (model(x) - target).square().mean()
        loss.backward()
        LOSSES.append(loss.item())
        with torch.no_grad():
            for parameter in model.parameters():
                if parameter.grad is not None:
                    parameter.sub_(learning_rate * parameter.grad)
    return LOSSES
