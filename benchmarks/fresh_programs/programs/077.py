def train_attention(model, x, target, learning_rate, steps):
    loss_fn = nn.MSELoss()
    model.train()
    losses = []
    for i in range(steps):
        loss = loss_fn(model(x), target)
        model.zero_grad()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                p.sub_(learning_rate * p.grad)
        losses.append(loss.item())
    return losses
