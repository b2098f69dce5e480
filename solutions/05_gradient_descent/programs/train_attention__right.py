# Wrong and right programs of train_attention; docs/reference/programs.md describes the form.

# %% autograd_grad_right | right
# autograd.grad
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        loss = ((model(x) - target) ** 2).mean()
        params = [p for p in model.parameters() if p.requires_grad]
        slopes = torch.autograd.grad(loss, params, allow_unused=True)
        with torch.no_grad():
            for p, slope in zip(params, slopes):
                if slope is not None:
                    p.sub_(slope, alpha=learning_rate)
        losses.append(loss.item())
    return losses

# %% both_flat | right
# output and target in one row
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = (model(x).reshape(-1) - target.reshape(-1)).square().mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses

# %% both_squeezed | right
# output and target squeezed alike
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = nn.functional.mse_loss(model(x).squeeze(), target.squeeze())
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses

# %% by_hand_mean | right
# mean by hand
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = (model(x) - target).pow(2).sum() / target.numel()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses

# %% cleared_around | right
# cleared before the loop and after each step
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    model.zero_grad()
    for _ in range(steps):
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        model.zero_grad()
        losses.append(loss.item())
    return losses

# %% copy_ | right
# copy_
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p.copy_(p - learning_rate * p.grad)
        losses.append(loss.item())
    return losses

# %% data | right
# through .data
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        for p in model.parameters():
            if p.grad is not None:
                p.data = p.data - learning_rate * p.grad.data
        losses.append(loss.item())
    return losses

# %% data_in_place | right
# through .data, in place
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        for p in model.parameters():
            if p.grad is None:
                continue
            p.data.add_(p.grad, alpha=-learning_rate)
        losses.append(loss.item())
    return losses

# %% enable_grad | right
# enable_grad around the loss
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        with torch.enable_grad():
            loss = ((model(x) - target) ** 2).mean()
            loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses

# %% extra_parameter | right
# a further parameter with a default
def train_attention(
    model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int, verbose: bool = False
) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    if verbose:
        print(losses)
    return losses

# %% float_loss | right
# float of the loss
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(float(loss))
    return losses

# %% foreach | right
# one call for all parameters
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            moving = [p for p in model.parameters() if p.grad is not None]
            torch._foreach_add_(moving, [p.grad for p in moving], alpha=-learning_rate)
        losses.append(loss.item())
    return losses

# %% forward_method | right
# calls forward
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model.forward(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses

# %% func_grad | right
# torch.func.grad, imported where it is used
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    from torch.func import functional_call, grad

    def loss_of(parameters):
        return ((functional_call(model, parameters, (x,)) - target) ** 2).mean()

    losses = []
    for _ in range(steps):
        parameters = {name: p for name, p in model.named_parameters() if p.requires_grad}
        with torch.no_grad():
            losses.append(loss_of(parameters).item())
        slopes = grad(loss_of)(parameters)
        with torch.no_grad():
            for name, p in parameters.items():
                p -= learning_rate * slopes[name]
    return losses

# %% functional | right
# functional_call and autograd.grad, loaded in the end
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    weights = {name: p.detach().clone() for name, p in model.named_parameters()}
    moving = [name for name, p in model.named_parameters() if p.requires_grad]
    for _ in range(steps):
        leaves = {name: value.requires_grad_(name in moving) for name, value in weights.items()}
        loss = nn.functional.mse_loss(torch.func.functional_call(model, leaves, (x,)), target)
        slopes = torch.autograd.grad(loss, [leaves[name] for name in moving], allow_unused=True)
        weights = {name: value.detach() for name, value in weights.items()}
        for name, slope in zip(moving, slopes):
            if slope is not None:
                weights[name] = weights[name] - learning_rate * slope
        losses.append(loss.item())
    with torch.no_grad():
        for name, p in model.named_parameters():
            p.copy_(weights[name])
    return losses

# %% grad_and_value | right
# grad_and_value and functional_call, imported at the top
from torch.func import functional_call, grad_and_value


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        parameters = {name: p.detach() for name, p in model.named_parameters() if p.requires_grad}
        slopes, loss = grad_and_value(
            lambda values: nn.functional.mse_loss(functional_call(model, values, (x,)), target)
        )(parameters)
        losses.append(loss.item())
        with torch.no_grad():
            for name, p in model.named_parameters():
                if name in slopes:
                    p.sub_(learning_rate * slopes[name])
    return losses

# %% grad_switched | right
# switches the recording of gradients off and on again
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        torch.set_grad_enabled(False)
        for p in model.parameters():
            if p.grad is not None:
                p -= learning_rate * p.grad
        torch.set_grad_enabled(True)
        losses.append(loss.item())
    return losses

# %% gradient_helper | right
# a helper for one step
@torch.no_grad()
def _descend(model: nn.Module, learning_rate: float) -> None:
    for p in model.parameters():
        if p.grad is not None:
            p.add_(-learning_rate * p.grad)


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        _descend(model, learning_rate)
        losses.append(loss.item())
    return losses

# %% inference_loss | right
# the loss once more, without gradients
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            losses.append(nn.functional.mse_loss(model(x), target).item())
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad

    return losses

# %% module_loss | right
# nn.MSELoss
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = nn.MSELoss()(model(x), target)
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses

# %% mse_loss | right
# F.mse_loss and zero_grad
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        model.zero_grad()
        loss = nn.functional.mse_loss(model(x), target)
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses

# %% named_parameters | right
# named parameters
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for name, p in model.named_parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses

# %% numpy_losses | right
# numpy scalars
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.detach().cpu().numpy()[()])
    return losses

# %% requires_grad_filter | right
# filters parameters first
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    params = [p for p in model.parameters() if p.requires_grad]
    for _ in range(steps):
        for p in params:
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in params:
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses

# %% restores_grads | right
# clears in the end as well
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    model.zero_grad(set_to_none=True)
    return losses

# %% same_mode | right
# sets each part to the mode that it has
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    modes = [(part, part.training) for part in model.modules()]
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    for part, mode in modes:
        part.training = mode
    return losses

# %% state_dict | right
# through the state dict
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                pass
            slopes = {name: p.grad for name, p in model.named_parameters() if p.grad is not None}
            state = model.state_dict()
            model.load_state_dict(
                {
                    name: value - learning_rate * slopes[name] if name in slopes else value
                    for name, value in state.items()
                }
            )
        losses.append(loss.item())
    return losses

# %% step_function | right
# an inner function for a step
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

# %% swapped | right
# target minus output
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((target - model(x)) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses

# %% tuple | right
# a tuple
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return tuple(losses)

# %% zeroed_by_hand | right
# zeroes what there is
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            if p.grad is not None:
                p.grad.zero_()
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses

# %% zeroed_right | right
# gradients set to zero, not None
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        model.zero_grad(set_to_none=False)
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses

# %% clips_at_infinity | allowed
# a helper of nn.utils that cuts nothing
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        nn.utils.clip_grad_norm_([p for p in model.parameters() if p.grad is not None], float('inf'))
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses

# %% imported | allowed
# imported and not used
from torch import optim  # for comparing by hand


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses

# %% mentioned | allowed
# torch.optim in a comment and a string
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    """What torch.optim.SGD does."""
    # torch.optim.SGD(model.parameters(), lr=learning_rate)
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses

# %% never_called | allowed
# a function that nobody calls
def compare(model, learning_rate):
    return torch.optim.SGD(model.parameters(), lr=learning_rate)


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses

# %% own_class | allowed
# a class SGD of one's own
class SGD:
    def __init__(self, params, lr):
        self.params, self.lr = list(params), lr

    def zero_grad(self):
        for p in self.params:
            p.grad = None

    @torch.no_grad()
    def step(self):
        for p in self.params:
            if p.grad is not None:
                p -= self.lr * p.grad


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    optimiser = SGD(model.parameters(), lr=learning_rate)
    losses = []
    for _ in range(steps):
        optimiser.zero_grad()
        loss = nn.functional.mse_loss(model(x), target)
        loss.backward()
        optimiser.step()
        losses.append(loss.item())
    return losses
