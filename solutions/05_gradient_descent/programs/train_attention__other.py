# Wrong and right programs of train_attention; docs/reference/programs.md describes the form.

# %% detached_output | wrong | autograd | core | mistake: gradients-cut | of: float_loss
# detached output
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x).detach() - target) ** 2).mean()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% leaves_no_grad | wrong | autograd | core | mistake: recording-left-off | of: float_loss
# switches gradients off for good
#-         losses.append(float(loss))
#+         losses.append(loss.item())
#+     torch.set_grad_enabled(False)

# %% new_leaf | wrong | autograd | core | mistake: losses-equal | of: float_loss
# the loss is cut off from the model
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - target) ** 2).mean()
#+         loss = torch.tensor(loss.item(), requires_grad=True)
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% no_grad_everywhere | wrong | autograd | core | mistake: no-grad-in-forward | of: float_loss
# loss under no_grad
#-         loss = ((model(x) - target) ** 2).mean()
#+         with torch.no_grad():
#+             loss = ((model(x) - target) ** 2).mean()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% no_no_grad | wrong | autograd | core | mistake: in-place-in-graph | of: data
# in place outside no_grad
#-                 p.data = p.data - learning_rate * p.grad.data
#+                 p -= learning_rate * p.grad

# %% float32 | wrong | dtype | robustness | mistake: model-float32 | of: float_loss | public: weights
# the loss in float32, and the weights too
#-     losses = []
#+     losses = []
#+     model.float()
#+     x, target = x.float(), target.float()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% float32_at_the_end | wrong | dtype | robustness | mistake: model-float32 | public: weights
# the trained model is turned to float32
def train_attention(model, x, target, learning_rate, steps):
    losses = []
    for _ in range(steps):
        model.zero_grad()
        loss = (model(x) - target).square().mean()
        loss.backward()
        losses.append(loss.item())
        with torch.no_grad():
            for parameter in model.parameters():
                if parameter.grad is not None:
                    parameter.sub_(learning_rate * parameter.grad)
    model.float()
    return losses

# %% float32_loss | wrong | dtype | robustness | mistake: computed-in-float32 | of: float_loss | public: digits
# the loss is computed in float32
#- def train_attention(model: nn.Module, x: Tensor, target: Tensor, learning_rate: float, steps: int) -> list[float]:
#+ def train_attention(model, x, target, learning_rate, steps):
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x).float() - target.float()) ** 2).mean()
#+         losses.append(loss.item())
#-         losses.append(float(loss))

# %% whole | wrong | dtype | core | mistake: whole-numbers | of: float_loss
# losses as whole numbers
#-         losses.append(float(loss))
#+         losses.append(int(loss.item()))

# %% graph_kept | wrong | shape | core | mistake: list-nested | of: float_loss
# a list of lists
#-         losses.append(float(loss))
#+         losses.append([loss.item()])

# %% last_output_squeezed | wrong | shape | core | mistake: loss-broadcast | of: float_loss
# the last dimension of the output is squeezed away
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x).squeeze(-1) - target) ** 2).mean()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% model | wrong | shape | core | mistake: model-returned | of: float_loss
# returns the model
#-         losses.append(float(loss))
#-     return losses
#+         losses.append(loss.item())
#+     return model

# %% nothing | wrong | shape | core | mistake: returns-none | of: float_loss
# returns nothing
#-         losses.append(float(loss))
#-     return losses
#+         losses.append(loss.item())

# %% output_squeezed | wrong | shape | core | mistake: loss-broadcast | of: float_loss
# the output is squeezed, the target is not
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = nn.functional.mse_loss(model(x).squeeze(), target)
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% target_squeezed | wrong | shape | core | mistake: loss-broadcast | of: float_loss
# the target is squeezed, the output is not
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - target.squeeze()) ** 2).mean()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% target_squeezed_last | wrong | shape | core | mistake: loss-broadcast | of: float_loss
# the last dimension of the target is squeezed away
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - target.squeeze(-1)) ** 2).mean()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% target_unsqueezed | wrong | shape | core | mistake: loss-broadcast | of: float_loss
# a target of one column gets another dimension
#-         loss = ((model(x) - target) ** 2).mean()
#+         loss = ((model(x) - (target.mT if target.shape[-1] == 1 else target)) ** 2).mean()
#-         losses.append(float(loss))
#+         losses.append(loss.item())

# %% text | wrong | shape | core | mistake: text-for-numbers | of: float_loss
# losses as text
#-         losses.append(float(loss))
#+         losses.append(f"{loss.item():.6f}")

# %% rounded | wrong | values | core | mistake: result-rounded | of: float_loss
# losses rounded
#-         losses.append(float(loss))
#+         losses.append(round(loss.item(), 4))

# %% numpy_loss | wrong | device | robustness | mistake: numpy-reads-gpu | of: float_loss
# numpy reads the loss where it is
#-         losses.append(float(loss))
#+         losses.append(float(loss.detach().numpy()))
