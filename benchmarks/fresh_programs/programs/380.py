def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    model.train()  # we are training now
    weights = [p for p in model.parameters() if p.requires_grad]
    history = []
    for _ in range(steps):
        error = model(x) - target
        loss = torch.mean(error * error)
        history.append(float(loss))
        # fresh gradients, nothing can be left over from before
        gradients = torch.autograd.grad(loss, weights)
        with torch.no_grad():
            for p, g in zip(weights, gradients):
                p -= learning_rate * g
    return history
