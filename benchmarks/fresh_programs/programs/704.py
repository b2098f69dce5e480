def train_attention(model, x, target, learning_rate, steps):
    params = list(model.parameters())
    losses = [0.0] * steps
    for step in range(steps):
        loss = nn.functional.mse_loss(model(x), target)
        grads = torch.autograd.grad(loss, params)
        losses[step] = loss.item()
        for theta, g in zip(params, grads):
            theta.data.add_(g, alpha=-learning_rate)
    return losses
