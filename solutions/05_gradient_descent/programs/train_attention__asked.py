# Wrong and right programs of train_attention, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% print_options | wrong | state | robustness | mistake: settings-changed | public: settings
# changes how torch prints
#-     return losses
#+     torch.set_printoptions(precision=3)
#+     return losses

# %% target_written_late | wrong | state | robustness | mistake: input-changed-in-place | public: results
# after a hundred steps the target is written to
#-     return losses
#+     if steps > 100:
#+         target.zero_()
#+     return losses

# %% mean_of_pieces | wrong | shape | core | mistake: pieces-of-fixed-size | public: long
# the mean of the means of pieces, the last of which is smaller
#-         predictions = model(x)
#-         loss = (predictions - target).square().mean()
#+         pairs = zip(x.split(16), target.split(16))
#+         means = [(model(piece) - aim).square().mean() for piece, aim in pairs]
#+         loss = torch.stack(means).mean()

# %% where_torch_is | wrong | device | robustness | mistake: moved-to-cpu
# trains wherever torch would compute, and leaves the model there
#-     losses = []
#+     device = "cuda" if torch.cuda.is_available() else "cpu"
#+     model.to(device)
#+     x, target = x.to(device), target.to(device)
#+     losses = []

# %% nothing_left | wrong | training | core | mistake: stopped-early | public: extremes
# stops where the loss is below 1e-12
#-         losses.append(loss.item())
#+         losses.append(loss.item())
#+         if losses[-1] < 1e-12:
#+             return losses + losses[-1:] * (steps - len(losses))

# %% error_in_place | wrong | autograd | core | mistake: in-place-in-graph | public: states
# the target is taken away from the output in place
#-         predictions = model(x)
#-         loss = (predictions - target).square().mean()
#+         error = model(x)
#+         error -= target
#+         loss = error.square().mean()

# %% no_tiny_steps | wrong | training | core | mistake: small-gradients-ignored | public: extremes
# gradients below 1e-6 move nothing
#-         trained = [parameter for parameter in model.parameters() if parameter.grad is not None]
#+         moved = [parameter for parameter in model.parameters() if parameter.grad is not None]
#+         trained = [parameter for parameter in moved if parameter.grad.abs().max() > 1e-6]

# %% item_by_item | wrong | shape | core | mistake: other-number-of-dimensions | public: sizes
# goes through the sentences, of which a number has none
#-         loss = (predictions - target).square().mean()
#+         loss = sum((one - aim).square().mean() for one, aim in zip(predictions, target, strict=True)) / len(target)

# %% equal_losses | wrong | training | core | mistake: stopped-early | public: long
# two equal losses end the training
#-         losses.append(loss.item())
#+         losses.append(loss.item())
#+         if losses[-1:] == losses[-2:-1]:
#+             return losses + losses[-1:] * (steps - len(losses))

# %% first_gradient_alone | wrong | training | core | mistake: gradients-not-cleared | public: states
# left-over gradients are cleared if the first parameter has one
#-     losses = []
#+     losses = []
#+     if next(model.parameters()).grad is not None:
#+         model.zero_grad()

#-         model.zero_grad()

#-                 parameter.sub_(learning_rate * parameter.grad)
#+                 parameter.sub_(learning_rate * parameter.grad)
#+         model.zero_grad()
