def train_attention(model, x, target, learning_rate, steps):
    weights = list(model.parameters())
    losses = []
    for _ in range(steps):
        loss = ((target - model(x)) ** 2).mean()
        slopes = torch.autograd.grad(loss, weights)
        losses.append(loss.detach().item())
        with torch.no_grad():
            for w, slope in zip(weights, slopes):
                w.sub_(slope, alpha=learning_rate)
    return losses
