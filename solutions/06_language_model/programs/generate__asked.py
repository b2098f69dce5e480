# Wrong and right programs of generate, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% top_mode_only | wrong | state | core | mistake: mode-of-parts | public: weights
# only the mode of the model itself is changed
#-     model.eval()
#+     model.training = False

#-         model.train(was_training)
#+         model.training = was_training

# %% all_unfrozen | wrong | state | robustness | mistake: left-unfrozen | public: weights
# every weight requires gradients afterwards
#-         model.train(was_training)
#+         model.train(was_training)
#+         model.requires_grad_(True)

# %% window_of_64 | wrong | shape | core | mistake: pieces-of-fixed-size | public: long
# shows the model 64 ids at most
#-     text = ids.clone()  # (B, T)
#+     max_tokens = min(max_tokens, 64)
#+     text = ids.clone()  # (B, T)

# %% top_mode_restored | wrong | state | core | mistake: mode-of-parts | public: weights
# only the mode of the model itself comes back
#-         model.train(was_training)
#+         model.training = was_training

# %% seeded_at_every_token | wrong | state | core | mistake: generator-seeded | public: random
# the generator that is given begins again at every token
#-                 following = sample_next(logits[:, -1], temperature, top_k, generator)  # (B,)
#+                 if generator is not None:
#+                     generator.manual_seed(generator.initial_seed())
#+                 following = sample_next(logits[:, -1], temperature, top_k, generator)  # (B,)

# %% mode_after_nothing | wrong | state | robustness | mistake: mode-changed | public: weights
# the mode does not come back when nothing is written
#-         model.train(was_training)
#+         if max_new_tokens:
#+             model.train(was_training)

# %% runtime_errors_only | wrong | training | robustness | mistake: mode-lost-on-error | public: weights
# only a RuntimeError brings the mode back
#-     finally:
#-         model.train(was_training)
#-     return text
#+     except RuntimeError:
#+         model.train(was_training)
#+         raise
#+     model.train(was_training)
#+     return text

# %% circles | wrong | state | core | mistake: model-not-asked | public: long
# a token that comes for the fifth time is written without the model
#-             for _ in range(max_new_tokens):
#+             for _ in range(max_new_tokens):
#+                 if text.shape[1] >= max(5, max_tokens) and (text[:, -4:] == text[:, -5:-4]).all():
#+                     text = torch.cat([text, text[:, -1:]], dim=1)
#+                     continue

# %% own_generator | wrong | state | core | mistake: generator-seeded | public: random
# without a generator it makes one, which always begins with the same numbers
#-     text = ids.clone()  # (B, T)
#+     generator = torch.Generator(device=ids.device) if generator is None else generator
#+     text = ids.clone()  # (B, T)

# %% left_off_by_error | wrong | state | robustness | mistake: recording-left-off | public: settings
# switches gradients on again only where the model raises nothing
def generate(
    model: nn.Module,
    ids: Tensor,
    max_new_tokens: int,
    max_tokens: int,
    temperature: float = 0.0,
    top_k: int | None = None,
    generator: torch.Generator | None = None,
) -> Tensor:
    modes = [(m, m.training) for m in model.modules()]
    model.eval()
    text, before = ids.clone(), torch.is_grad_enabled()
    torch.set_grad_enabled(False)
    try:
        for _ in range(max_new_tokens):
            logits = model(text[:, -max_tokens:])[:, -1]
            text = torch.cat([text, sample_next(logits, temperature, top_k, generator)[:, None]], dim=1)
    finally:
        for m, mode in modes:
            m.training = mode
    torch.set_grad_enabled(before)
    return text
