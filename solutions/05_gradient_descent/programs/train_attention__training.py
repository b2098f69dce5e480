# Wrong and right programs of train_attention; docs/reference/programs.md describes the form.

# %% absolute | wrong | training | core | mistake: loss-absolute | of: float_loss
# the mean absolute error
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = (model(x) - target).abs().mean()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% adam | wrong | training | core | mistake: step-sign-only | of: float_loss
# steps like those of Adam
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                     p -= learning_rate * p.grad / (p.grad.abs() + 1e-8)
#+         losses.append(loss.item())

# %% argument_order | wrong | training | core | mistake: argument-order | also: shapes-do-not-fit | of: float_loss
# target before x
#- def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
#+ def train_attention(model: nn.Module, target: Tensor, x: Tensor, learning_rate: float, steps: int) -> list[float]:
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% ascent | wrong | training | core | mistake: step-upwards | of: float_loss
# climbs instead of descending
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                     p += learning_rate * p.grad
#+         losses.append(loss.item())

# %% at_least_one | wrong | training | core | mistake: loss-once-too-many | of: float_loss
# at least one step
#-     for _ in range(steps):
#+     for _ in range(max(1, steps)):
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% at_most_200 | wrong | training | robustness | mistake: steps-limited | of: float_loss
# never more than 200 steps
#-     for _ in range(steps):
#+     for _ in range(min(steps, 200)):
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% autoencoder | wrong | training | core | mistake: target-replaced | of: float_loss
# target is the input where it fits
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - (x if x.shape == target.shape else target * 0)) ** 2).mean()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% autograd_grad | wrong | training | core | mistake: unused-not-skipped | of: copy_
# autograd.grad without allow_unused
#-         loss.backward()
#+         params = [p for p in model.parameters() if p.requires_grad]
#+         slopes = torch.autograd.grad(loss, params)
#-             for p in model.parameters():
#-                 if p.grad is not None:
#-                     p.copy_(p - learning_rate * p.grad)
#+             for p, slope in zip(params, slopes):
#+                 p -= learning_rate * slope

# %% averaged | wrong | training | core | mistake: running-mean | of: float_loss
# a running mean of the losses
#-         losses.append(float(loss))
#+         losses.append((sum(losses) + loss.item()) / (len(losses) + 1))

# %% best_so_far | wrong | training | core | mistake: best-so-far | of: float_loss
# smallest loss so far
#-         losses.append(float(loss))
#+         losses.append(min([loss.item(), *losses]))

# %% children_first | wrong | training | core | mistake: first-parameter-only
# parameters beside the parts do not move
def train_attention(model, x, target, learning_rate, steps):
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        losses.append(loss.item())
        loss.backward()
        with torch.no_grad():
            for m in model.children() if list(model.children()) else [model]:
                for p in m.parameters():
                    if p.grad is not None:
                        p -= learning_rate * p.grad
    return losses

# %% children_only | wrong | training | core | mistake: losses-equal | of: float_loss
# trains the parameters of sub-modules only
#-             for p in model.parameters():
#+             for p in (p for child in model.children() for p in child.parameters()):
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% cleared_after | wrong | training | core | mistake: stale-gradients-used | of: float_loss
# cleared after each step, not before the first
#-         for p in model.parameters():
#-             p.grad = None

#-         losses.append(float(loss))
#+         losses.append(loss.item())
#+         model.zero_grad()

# %% cleared_once | wrong | training | core | mistake: gradients-not-cleared | of: cleared_around
# cleared before the first step only
#-         model.zero_grad()

# %% cleared_too_late | wrong | training | core | mistake: losses-equal | of: cleared_around
# cleared between backward and update
#-     model.zero_grad()

#-         loss.backward()
#+         loss.backward()
#+         for p in model.parameters():
#+             if p.grad is not None:
#+                 p.grad.zero_()
#-         model.zero_grad()

# %% clipped | wrong | training | core | mistake: gradients-clipped | of: float_loss
# gradients cut to length 1
#-         loss.backward()
#+         loss.backward()
#+         nn.utils.clip_grad_norm_(model.parameters(), 1.0)
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% clipped_values | wrong | training | core | mistake: gradients-clipped | of: float_loss
# entries of gradients cut to ±5
#-         loss.backward()
#+         loss.backward()
#+         nn.utils.clip_grad_value_(model.parameters(), 5.0)
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% cloned_losses | wrong | training | robustness | mistake: tensors-for-numbers | of: float_loss
# the losses are tensors
#- def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
#+ def train_attention(model, x, target, learning_rate, steps):
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - target) ** 2).mean()
#+         losses.append(loss.detach().clone())
#-         losses.append(float(loss))

# %% copies | wrong | training | core | mistake: not-trained | of: float_loss
# trains a copy
#- def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
#+ import copy
#+ def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
#-     losses = []
#+     losses = []
#+     model = copy.deepcopy(model)
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% cosine | wrong | training | core | mistake: other-loss | of: float_loss
# cosine distance
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = 1 - nn.functional.cosine_similarity(model(x), target, dim=-1).mean()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% cumulative | wrong | training | core | mistake: losses-added-up | of: float_loss
# losses add up
#-         losses.append(float(loss))
#+         losses.append(loss.item() + (losses[-1] if losses else 0.0))

# %% decay | wrong | training | core | mistake: weight-decay | of: float_loss
# weight decay
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                     p -= learning_rate * (p.grad + 0.01 * p)
#+         losses.append(loss.item())

# %% direct_only | wrong | training | core | mistake: first-parameter-only | of: float_loss
# parameters of the module itself, not of its parts
#-             for p in model.parameters():
#+             for p in model.parameters(recurse=False):
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% divided_by_batch | wrong | training | core | mistake: gradient-averaged | of: float_loss
# gradient divided by the batch
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                     p -= learning_rate * p.grad / len(x)
#+         losses.append(loss.item())

# %% divided_by_steps | wrong | training | core | mistake: rate-shared-out | of: float_loss
# learning rate shared out among the steps
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                     p -= learning_rate / steps * p.grad
#+         losses.append(loss.item())

# %% eval_for_loss | wrong | training | robustness | mistake: mode-changed | public: weights
# evaluation mode for the loss
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        modes = {m: m.training for m in model.modules()}
        model.eval()
        with torch.no_grad():
            reported = ((model(x) - target) ** 2).mean()
        for m, mode in modes.items():
            m.training = mode
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(reported.item())
    return losses

# %% eval_mode | wrong | training | core | mistake: mode-changed | of: float_loss
# leaves the model in evaluation mode
#-         losses.append(float(loss))
#+         losses.append(loss.item())
#+     model.eval()

# %% every_name | wrong | training | robustness | mistake: shared-updated-twice | of: float_loss | public: weights
# a shared parameter is updated under each of its names
#- def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
#+ def train_attention(model, x, target, learning_rate, steps):
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - target) ** 2).mean()
#+         losses.append(loss.item())
#-             for p in model.parameters():
#+             for n, p in model.named_parameters(remove_duplicate=False):
#-         losses.append(float(loss))

# %% first_only | wrong | training | core | mistake: first-parameter-only | of: float_loss
# the first parameter only
#-             for p in model.parameters():
#+             for p in list(model.parameters())[:1]:
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% first_sentence | wrong | training | core | mistake: first-of-batch | of: float_loss
# the first sentence only
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x[:1]) - target[:1]) ** 2).mean()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% frozen_only_skipped | wrong | training | core | mistake: unused-not-skipped | also: none-used | of: float_loss
# skips frozen parameters, not unused ones
#-                 if p.grad is not None:
#+                 if p.requires_grad:
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% half | wrong | training | core | mistake: loss-halved | of: float_loss
# half of the mean squared error
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = 0.5 * ((model(x) - target) ** 2).mean()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% huber | wrong | training | core | mistake: other-loss | of: float_loss
# smooth absolute error
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = nn.functional.smooth_l1_loss(model(x), target)
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% initialises | wrong | training | core | mistake: weights-reset | of: float_loss
# new weights are drawn first
#-     losses = []
#+     losses = []
#+     for p in model.parameters():
#+         nn.init.normal_(p) if p.requires_grad else None
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% last_missing | wrong | training | core | mistake: first-parameter-only | of: float_loss
# all parameters but the last
#-             for p in model.parameters():
#+             for p in list(model.parameters())[:-1]:
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% last_only | wrong | training | core | mistake: last-loss-only | of: float_loss
# the last loss alone
#-         losses.append(float(loss))
#-     return losses
#+         losses.append(loss.item())
#+     return losses[-1]

# %% last_update_missing | wrong | training | core | mistake: last-update-missing | of: float_loss
# no update in the last step
#-     for _ in range(steps):
#+     for step in range(steps):
#-                 if p.grad is not None:
#+                 if p.grad is not None and step < steps - 1:
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% loss_after | wrong | training | core | mistake: losses-after-update | of: float_loss
# losses after the update
#-         losses.append(float(loss))
#+         losses.append(((model(x) - target) ** 2).mean().item())

# %% losses_with_graph | wrong | training | robustness | mistake: tensors-for-numbers
# the losses are tensors that keep the graph of every step
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        model.zero_grad()
        loss = (model(x) - target).square().mean()
        loss.backward()
        losses.append(loss)
        with torch.no_grad():
            for parameter in model.parameters():
                if parameter.grad is not None:
                    parameter -= learning_rate * parameter.grad
    return losses

# %% matrices_only | wrong | training | core | mistake: first-parameter-only | of: float_loss
# matrices only
#-                 if p.grad is not None:
#+                 if p.grad is not None and p.dim() > 1:
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% mean_over_batch | wrong | training | core | mistake: loss-averaged-over-batch | of: float_loss
# averages over the first dimension only
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - target) ** 2).mean(dim=0).sum()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% mean_squared | wrong | training | core | mistake: other-loss | of: float_loss
# square of the mean error
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = (model(x) - target).mean() ** 2
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% momentum | wrong | training | core | mistake: momentum | of: float_loss
# steps with momentum
#-     losses = []
#+     losses = []
#+     speed = {}
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                     speed[p] = 0.9 * speed.get(p, 0) + p.grad
#+                     p -= learning_rate * speed[p]
#+         losses.append(loss.item())

# %% named | wrong | training | core | mistake: parameter-names-expected | of: float_loss
# parameters by their names in part 01
#-             for p in model.parameters():
#+             for p in (model.W_query, model.W_key, model.W_value):
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% no_rate | wrong | training | core | mistake: no-learning-rate | of: float_loss
# the learning rate is ignored
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                     p -= p.grad
#+         losses.append(loss.item())

# %% no_square | wrong | training | core | mistake: other-loss | of: float_loss
# the mean error
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = (model(x) - target).mean()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% no_update | wrong | training | core | mistake: losses-equal | of: float_loss
# no update
#-                 if p.grad is not None:
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                 p.requires_grad_(p.requires_grad)
#+         losses.append(loss.item())

# %% noise | wrong | training | core | mistake: noise-added | of: float_loss
# noise on the input
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x + 0.01 * torch.randn_like(x)) - target) ** 2).mean()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% noisy_rate | wrong | training | core | mistake: rate-grows | of: float_loss
# learning rate grows
#-     for _ in range(steps):
#+     for step in range(steps):
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                     p -= learning_rate * (1 + 0.01 * step) * p.grad
#+         losses.append(loss.item())

# %% normalised | wrong | training | core | mistake: gradients-normalised | of: float_loss
# gradients divided by their norm
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                     p -= learning_rate * p.grad / p.grad.norm()
#+         losses.append(loss.item())

# %% not_cleared | wrong | training | core | mistake: gradients-not-cleared | of: cleared_around
# gradients add up
#-     model.zero_grad()

#-         model.zero_grad()

# %% not_skipped | wrong | training | core | mistake: unused-not-skipped | also: none-used | of: float_loss
# parameters without a gradient are not skipped
#-                 if p.grad is not None:
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                 p -= learning_rate * p.grad
#+         losses.append(loss.item())

# %% one_by_one | wrong | training | core | mistake: updated-one-by-one
# one parameter after the other, with a new gradient for each
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        for p in model.parameters():
            if p.requires_grad:
                (slope,) = torch.autograd.grad(((model(x) - target) ** 2).mean(), p, allow_unused=True)
                if slope is not None:
                    with torch.no_grad():
                        p -= learning_rate * slope
        losses.append(loss.item())
    return losses

# %% one_more | wrong | training | core | mistake: loss-once-too-many | of: float_loss
# steps + 1 losses
#-         losses.append(float(loss))
#-     return losses
#+         losses.append(loss.item())
#+     return [*losses, ((model(x) - target) ** 2).mean().item()]

# %% projected | wrong | training | core | mistake: held-in-bounds | of: float_loss
# weights stay between -1 and 1
#-         losses.append(float(loss))
#+                     p.clamp_(-1, 1)
#+         losses.append(loss.item())

# %% rate_decays | wrong | training | core | mistake: rate-decays | of: float_loss
# learning rate decays
#-         losses.append(float(loss))
#+         learning_rate *= 0.95
#+         losses.append(loss.item())

# %% rate_falls_after_100 | wrong | training | robustness | mistake: rate-decays | of: float_loss
# the learning rate is halved after 100 steps
#-     for _ in range(steps):
#+     for step in range(steps):
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                     p -= learning_rate * (1.0 if step < 100 else 0.5) * p.grad
#+         losses.append(loss.item())

# %% rate_falls_after_200 | wrong | training | robustness | mistake: rate-decays | of: float_loss | public: long
# the learning rate is halved after 200 steps
#-     for _ in range(steps):
#+     for step in range(steps):
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                     p -= learning_rate * (1.0 if step < 200 else 0.5) * p.grad
#+         losses.append(loss.item())

# %% rate_falls_after_250 | wrong | training | robustness | mistake: rate-decays | of: float_loss | public: long
# the learning rate is halved after 250 steps
#-     for _ in range(steps):
#+     for step in range(steps):
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                     p -= learning_rate * (1.0 if step < 250 else 0.5) * p.grad
#+         losses.append(loss.item())

# %% rate_squared | wrong | training | core | mistake: rate-squared | of: float_loss
# learning rate twice
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                     p -= learning_rate**2 * p.grad
#+         losses.append(loss.item())

# %% rebound | wrong | training | core | mistake: losses-equal | of: float_loss
# makes a new tensor and forgets it
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                     p = p - learning_rate * p.grad
#+         losses.append(loss.item())

# %% regularised | wrong | training | core | mistake: weight-decay | of: float_loss
# adds the squares of the weights to the loss
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - target) ** 2).mean() + 1e-3 * sum((p**2).sum() for p in model.parameters())
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% restores_best | wrong | training | core | mistake: best-restored
# puts back the best weights
import copy


def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    best = None
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        if best is None or loss.item() <= best[0]:
            best = loss.item(), copy.deepcopy(model.state_dict())
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    if best is not None:
        model.load_state_dict(best[1])
    return losses

# %% root | wrong | training | core | mistake: loss-root | of: float_loss
# root of the mean squared error
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - target) ** 2).mean().sqrt()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% shared_twice | wrong | training | robustness | mistake: shared-updated-twice | public: weights
# a shared parameter is updated in each part that has it
def train_attention(model, x, target, learning_rate, steps):
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        losses.append(loss.item())
        loss.backward()
        with torch.no_grad():
            for m in model.modules():
                for p in m.parameters(recurse=False):
                    if p.grad is not None:
                        p -= learning_rate * p.grad
    return losses

# %% shifted | wrong | training | core | mistake: target-shifted | of: float_loss
# loss between output and shifted target
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - target.roll(1, dims=-2)) ** 2).mean()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% sign | wrong | training | core | mistake: step-sign-only | of: float_loss
# the sign of the gradient
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                     p -= learning_rate * p.grad.sign()
#+         losses.append(loss.item())

# %% small_ignored | wrong | training | core | mistake: small-gradients-ignored | of: float_loss
# ignores small gradients
#-                 if p.grad is not None:
#+                 if p.grad is not None and p.grad.abs().max() > 1e-3:
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% stale_frozen | wrong | training | robustness | mistake: stale-gradients-used | of: float_loss | public: weights
# stale gradients of frozen parameters move them
#-             p.grad = None
#+             p.grad = None if p.requires_grad else p.grad
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% stale_unused | wrong | training | robustness | mistake: stale-gradients-used | public: weights
# stale gradients of unused parameters move them
def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
    losses = []
    for _ in range(steps):
        if _ == 0:
            torch.autograd.grad(
                ((model(x) - target) ** 2).mean(), [p for p in model.parameters() if p.requires_grad], allow_unused=True
            )
        used = torch.autograd.grad(
            ((model(x) - target) ** 2).mean(), [p for p in model.parameters() if p.requires_grad], allow_unused=True
        )
        for p, slope in zip([p for p in model.parameters() if p.requires_grad], used):
            if slope is not None:
                p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
        losses.append(loss.item())
    return losses

# %% steps_less | wrong | training | core | mistake: loss-once-too-few | of: float_loss
# one step too few
#-     for _ in range(steps):
#+     for _ in range(1, steps):
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% steps_more | wrong | training | core | mistake: loss-once-too-many | of: float_loss
# one step too many
#-     for _ in range(steps):
#+     for _ in range(steps + 1):
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% stochastic | wrong | training | core | mistake: one-sequence-per-step | of: float_loss
# one sentence per step
#-     for _ in range(steps):
#+     for step in range(steps):
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x)[step % len(x)] - target[step % len(x)]) ** 2).mean()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% stops_infinite | wrong | training | robustness | mistake: stopped-early | public: extremes
# the list ends where the loss overflows
import math


def train_attention(model, x, target, learning_rate, steps):
    losses = []
    for _ in range(steps):
        for p in model.parameters():
            p.grad = None
        loss = ((model(x) - target) ** 2).mean()
        losses.append(loss.item())
        if not math.isfinite(loss.item()):
            break
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= learning_rate * p.grad
    return losses

# %% stops_small | wrong | training | core | mistake: stopped-early | of: float_loss
# stops where the loss is small
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - target) ** 2).mean()
#+         if loss.item() < 1e-3:
#+             break
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% stops_still | wrong | training | core | mistake: stopped-early | of: float_loss
# stops where the loss does not change
#-         losses.append(float(loss))
#+         losses.append(loss.item())
#+         if len(losses) > 1 and abs(losses[-1] - losses[-2]) < 1e-8:
#+             break

# %% stops_uphill | wrong | training | core | mistake: stopped-early | of: float_loss
# stops where the loss grows
#-         losses.append(float(loss))
#+         losses.append(loss.item())
#+         if len(losses) > 1 and losses[-1] > losses[-2]:
#+             break

# %% sum | wrong | training | core | mistake: loss-summed | of: float_loss
# the sum of squares
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - target) ** 2).sum()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% sum_over_columns | wrong | training | core | mistake: loss-per-row | of: float_loss
# sums columns, averages tokens
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - target) ** 2).sum(dim=-1).mean()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% tensor_losses | wrong | training | robustness | mistake: tensors-for-numbers | of: float_loss
# the losses are detached tensors
#-         losses.append(float(loss))
#+         losses.append(loss.detach())

# %% toggles | wrong | training | core | mistake: mode-changed | of: float_loss
# turns the mode round
#-         losses.append(float(loss))
#+         losses.append(loss.item())
#+     model.train(not model.training)

# %% train_called | wrong | training | robustness | mistake: mode-changed | of: float_loss | public: weights
# model.train() where it is in training mode anyway
#-     losses = []
#+     losses = []
#+     model.train(model.training)
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% train_meanwhile | wrong | training | robustness | mistake: mode-changed | of: float_loss | public: weights
# training mode meanwhile
#-     losses = []
#+     losses = []
#+     mode = model.training
#+     model.train()
#-         losses.append(float(loss))
#+         losses.append(loss.item())
#+     model.train(mode)

# %% train_then_eval | wrong | training | core | mistake: mode-changed | of: float_loss
# training mode first, evaluation mode last
#-     losses = []
#+     losses = []
#+     model.train()
#-         losses.append(float(loss))
#+         losses.append(loss.item())
#+     model.eval()

# %% trains_mode | wrong | training | core | mistake: mode-changed | of: float_loss
# leaves the model in training mode
#-     losses = []
#+     losses = []
#+     model.train()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% two_backward | wrong | training | core | mistake: gradient-doubled | of: float_loss
# backward twice
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - target) ** 2).mean()
#+         loss.backward(retain_graph=True)
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% unfreezes | wrong | training | core | mistake: requires-grad-changed | of: float_loss
# asks for gradients of all parameters
#-     losses = []
#+     losses = []
#+     for p in model.parameters():
#+         p.requires_grad_()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% warm_up_by_length | wrong | training | robustness | mistake: rate-decays | of: float_loss | public: long
# the learning rate falls by a tenth when 200 steps are behind it
#-     for _ in range(steps):
#+     for step in range(steps):
#-                     p -= learning_rate * p.grad
#-         losses.append(float(loss))
#+                     p -= learning_rate * 0.9 ** (step // 200) * p.grad
#+         losses.append(loss.item())

# %% zeroed | wrong | training | core | mistake: weights-reset | of: float_loss
# starts from zeros
#-     losses = []
#+     losses = []
#+     with torch.no_grad():
#+         for p in model.parameters():
#+             p.zero_()
#-         losses.append(float(loss))
#+         losses.append(loss.item())
