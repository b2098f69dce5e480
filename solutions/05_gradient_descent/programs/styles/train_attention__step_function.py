# style: an inner function for a step
def train_attention(model, x, target, learning_rate, steps):
    def step():
        model.zero_grad()
        error = model(x) - target
        loss = torch.mean(error * error)
        loss.backward()
        for p in filter(lambda p: p.grad is not None, model.parameters()):
            with torch.no_grad():
                p.subtract_(p.grad * learning_rate)
        return loss.item()

    return [step() for _ in range(steps)]
