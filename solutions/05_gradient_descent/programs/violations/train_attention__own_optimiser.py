# violation: a subclass of torch.optim.Optimizer
class Mine(torch.optim.Optimizer):
    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p -= group["lr"] * p.grad


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    optimiser = Mine(model.parameters(), {'lr': learning_rate})
    losses = []
    for _ in range(steps):
        optimiser.zero_grad()
        loss = nn.functional.mse_loss(model(x), target)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
