def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    model.train()
    weights = list(model.parameters())

    def one_step() -> float:
        loss = nn.functional.mse_loss(model(x), target)
        slopes = torch.autograd.grad(loss, weights)
        for w, slope in zip(weights, slopes):
            w.data.add_(slope, alpha=-learning_rate)
        return loss.item()

    return [one_step() for _ in range(steps)]
