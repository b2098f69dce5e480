# Wrong and right programs of generate; docs/reference/programs.md describes the form.

# %% inference_mode | right
# inference mode
#-         with torch.no_grad():
#+         with torch.inference_mode():

#-     return text
#+     return text.clone()

# %% decorated | right
# no_grad as a decorator
@torch.no_grad()
def generate(model, ids, max_new_tokens, max_tokens, temperature=0.0, top_k=None, generator=None):
    mode = model.training
    model.eval()
    try:
        out = ids.clone()
        while out.shape[1] < ids.shape[1] + max_new_tokens:
            shown = out if out.shape[1] <= max_tokens else out[:, -max_tokens:]
            following = sample_next(model(shown)[:, -1, :], temperature, top_k, generator)
            out = torch.cat((out, following.unsqueeze(1)), dim=1)
    finally:
        model.train(mode)
    return out

# %% filled | right
# fills a tensor of the final length
def generate(model, ids, max_new_tokens, max_tokens, temperature=0.0, top_k=None, generator=None):
    B, T = ids.shape
    text = torch.zeros(B, T + max_new_tokens, dtype=ids.dtype, device=ids.device)
    text[:, :T] = ids
    modes = [(module, module.training) for module in model.modules()]
    model.eval()
    try:
        with torch.no_grad():
            for end in range(T, T + max_new_tokens):
                logits = model(text[:, max(0, end - max_tokens) : end])
                text[:, end] = sample_next(logits[:, -1], temperature, top_k, generator)
    finally:
        for module, mode in modes:
            module.training = mode
    return text

# %% columns | right
# a list of columns, joined at the end
import contextlib


@contextlib.contextmanager
def evaluating(model):
    before = model.training
    model.eval()
    try:
        with torch.no_grad():
            yield
    finally:
        model.train(before)


def generate(model, ids, max_new_tokens, max_tokens, temperature=0.0, top_k=None, generator=None):
    columns = list(ids.unbind(1))
    with evaluating(model):
        for _ in range(max_new_tokens):
            logits = model(torch.stack(columns[-max_tokens:], dim=1))
            columns.append(sample_next(logits[:, -1], temperature=temperature, top_k=top_k, generator=generator))
    return torch.stack(columns, dim=1)

# %% only_if_training | right
# changes the mode only where needed
#-     model.eval()
#+     if was_training:
#+         model.eval()

#-         model.train(was_training)
#+         if was_training:
#+             model.train()

# %% no_eval | wrong | training | core | mistake: training-mode-kept
# writes in the mode that it finds
#-     model.eval()
#+     model.train(was_training)

# %% left_in_eval | wrong | training | core | mistake: mode-changed
# leaves evaluation mode behind
#-         model.train(was_training)
#+         model.eval()

# %% left_in_training | wrong | training | core | mistake: mode-changed
# leaves training mode behind
#-         model.train(was_training)
#+         model.train()

# %% graph | wrong | autograd | core | mistake: graph-while-writing
# a graph is built
#-         with torch.no_grad():
#+         if True:

# %% detached_afterwards | wrong | autograd | core | mistake: graph-while-writing
# the logits are detached afterwards
#-         with torch.no_grad():
#-             for _ in range(max_new_tokens):
#-                 logits = model(text[:, -max_tokens:])
#+         if True:
#+             for _ in range(max_new_tokens):
#+                 logits = model(text[:, -max_tokens:]).detach()

# %% no_window | wrong | shape | core | mistake: window-missing
# the whole text is shown
#-                 logits = model(text[:, -max_tokens:])
#+                 logits = model(text)

# %% first_tokens | wrong | values | core | mistake: window-at-beginning
# the first max_tokens are shown
#-                 logits = model(text[:, -max_tokens:])
#+                 logits = model(text[:, :max_tokens])

# %% one_less | wrong | values | core | mistake: window-off-by-one
# one token less is shown
#-                 logits = model(text[:, -max_tokens:])
#+                 logits = model(text[:, -max(max_tokens - 1, 1) :])

# %% one_more | wrong | values | core | mistake: window-off-by-one
# one token more is shown
#-                 logits = model(text[:, -max_tokens:])
#+                 logits = model(text[:, -max_tokens - 1 :])

# %% last_token_only | wrong | values | core | mistake: window-last-token
# only the last token is shown
#-                 logits = model(text[:, -max_tokens:])
#+                 logits = model(text[:, -1:])

# %% begins_anew | wrong | values | core | mistake: window-begins-anew
# when the window is full, it begins anew
#-                 logits = model(text[:, -max_tokens:])
#+                 logits = model(text[:, (text.shape[1] - 1) // max_tokens * max_tokens :])

# %% start_only | wrong | values | core | mistake: start-shown-again
# the beginning is shown again and again
#-                 logits = model(text[:, -max_tokens:])
#+                 logits = model(ids[:, -max_tokens:])

# %% first_position | wrong | values | core | mistake: other-position
# logits of the first position
#-                 following = sample_next(logits[:, -1], temperature, top_k, generator)
#+                 following = sample_next(logits[:, 0], temperature, top_k, generator)

# %% mean_position | wrong | values | core | mistake: other-position
# the mean of all positions
#-                 following = sample_next(logits[:, -1], temperature, top_k, generator)
#+                 following = sample_next(logits.mean(dim=1), temperature, top_k, generator)

# %% no_temperature | wrong | values | core | mistake: writer-argument-lost
# the temperature is not passed on
#-                 following = sample_next(logits[:, -1], temperature, top_k, generator)
#+                 following = sample_next(logits[:, -1], 1.0 if temperature else 0.0, top_k, generator)

# %% default_temperature | wrong | values | core | mistake: writer-argument-lost
# always temperature 1
#-                 following = sample_next(logits[:, -1], temperature, top_k, generator)
#+                 following = sample_next(logits[:, -1], 1.0, top_k, generator)

# %% no_top_k | wrong | values | core | mistake: writer-argument-lost
# top_k is not passed on
#-                 following = sample_next(logits[:, -1], temperature, top_k, generator)
#+                 following = sample_next(logits[:, -1], temperature, None, generator)

# %% no_generator | wrong | state | core | mistake: writer-argument-lost
# the generator is not passed on
#-                 following = sample_next(logits[:, -1], temperature, top_k, generator)
#+                 following = sample_next(logits[:, -1], temperature, top_k)

# %% greedy | wrong | values | core | mistake: never-drawn
# always the most probable token
#-                 following = sample_next(logits[:, -1], temperature, top_k, generator)
#+                 following = logits[:, -1].argmax(dim=-1)

# %% softmaxed | wrong | normalisation | core | mistake: softmax-twice
# probabilities are passed on as logits
#-                 following = sample_next(logits[:, -1], temperature, top_k, generator)
#+                 following = sample_next(torch.softmax(logits[:, -1], dim=-1), temperature, top_k, generator)

# %% seeded_each | wrong | state | core | mistake: generator-seeded
# the generator begins anew for each token
#-                 following = sample_next(logits[:, -1], temperature, top_k, generator)
#+                 if generator is not None:
#+                     generator.manual_seed(0)
#+                 following = sample_next(logits[:, -1], temperature, top_k, generator)

# %% first_text_for_all | wrong | axis | core | mistake: first-of-batch
# the first text decides for all
#-                 following = sample_next(logits[:, -1], temperature, top_k, generator)
#+                 following = sample_next(logits[:1, -1], temperature, top_k, generator).expand(len(text))

# %% one_too_many | wrong | shape | core | mistake: one-step-too-many
# one token too many
#-             for _ in range(max_new_tokens):
#+             for _ in range(max_new_tokens + 1):

# %% one_too_few | wrong | shape | core | mistake: one-step-too-few
# one token too few
#-             for _ in range(max_new_tokens):
#+             for _ in range(max_new_tokens - 1):

# %% up_to | wrong | shape | core | mistake: count-as-length
# max_new_tokens is taken for the final length
#-             for _ in range(max_new_tokens):
#+             for _ in range(max(0, max_new_tokens - ids.shape[1])):

# %% new_only | wrong | shape | core | mistake: new-tokens-only
# only what is new comes back
#-     return text
#+     return text[:, ids.shape[1] :]

# %% in_front | wrong | values | core | mistake: written-in-front
# new tokens in front
#-                 text = torch.cat([text, following[:, None]], dim=1)
#+                 text = torch.cat([following[:, None], text], dim=1)

# %% forgets | wrong | shape | core | mistake: window-returned
# only the window comes back
#-                 logits = model(text[:, -max_tokens:])
#-                 following = sample_next(logits[:, -1], temperature, top_k, generator)
#-                 text = torch.cat([text, following[:, None]], dim=1)
#+                 text = text[:, -max_tokens:]
#+                 logits = model(text)
#+                 following = sample_next(logits[:, -1], temperature, top_k, generator)
#+                 text = torch.cat([text, following[:, None]], dim=1)

# %% stops_at_zero | wrong | values | core | mistake: stops-early
# stops at token 0
#-                 text = torch.cat([text, following[:, None]], dim=1)
#+                 text = torch.cat([text, following[:, None]], dim=1)
#+                 if not following.any():
#+                     break

# %% asked_twice | wrong | state | core | mistake: asked-too-often
# the model is asked twice for each token
#-                 logits = model(text[:, -max_tokens:])
#+                 model(text[:, -max_tokens:])
#+                 logits = model(text[:, -max_tokens:])

# %% asked_afterwards | wrong | state | core | mistake: asked-too-often
# the model is asked once more at the end
#-                 text = torch.cat([text, following[:, None]], dim=1)
#+                 text = torch.cat([text, following[:, None]], dim=1)
#+             model(text[:, -max_tokens:])

# %% each_position | wrong | state | core | mistake: asked-too-often
# the model is asked for each beginning of the window
#-                 logits = model(text[:, -max_tokens:])
#+                 for end in range(1, min(text.shape[1], max_tokens) + 1):
#+                     logits = model(text[:, -max_tokens:][:, :end])

# %% float_ids | wrong | dtype | core | mistake: ids-not-int64
# ids come back as floats
#-     return text
#+     return text.float()

# %% lists | wrong | shape | core | mistake: list-for-tensor
# lists of ids
#-     return text
#+     return text.tolist()

# %% no_finally | wrong | training | robustness | mistake: mode-lost-on-error
# the mode comes back only where nothing goes wrong
def generate(model: nn.Module, ids: Tensor, max_new_tokens: int, max_tokens: int, temperature: float=0.0, top_k: int | None=None, generator: torch.Generator | None=None) -> Tensor:
    text = ids.clone()
    was_training = model.training
    model.eval()
    with torch.no_grad():
        for _ in range(max_new_tokens):
            logits = model(text[:, -max_tokens:])
            following = sample_next(logits[:, -1], temperature, top_k, generator)
            text = torch.cat([text, following[:, None]], dim=1)
    model.train(was_training)
    return text

# %% swallowed | wrong | training | robustness | mistake: error-swallowed
# an error of the model ends the text
#-     finally:
#+     except RuntimeError:
#+         pass
#+     finally:

# %% recording_off | wrong | autograd | robustness | mistake: recording-left-off | public: settings
# gradients stay switched off
#-         with torch.no_grad():
#+         torch.set_grad_enabled(False)
#+         if True:

# %% frozen | wrong | autograd | robustness | mistake: requires-grad-changed | public: weights
# the model is frozen
#-     model.eval()
#+     model.eval().requires_grad_(False)

# %% ids_returned | wrong | state | robustness | mistake: argument-returned
# without new tokens the ids themselves come back
#-     text = ids.clone()
#+     text = ids

# %% ids_overwritten | wrong | state | robustness | mistake: input-changed-in-place
# the ids move on
#-     return text
#+     ids.copy_(text[:, -ids.shape[1] :])
#+     return text

# %% asked_for_nothing | wrong | state | robustness | mistake: asked-too-often | public: details
# the model is asked although no token is wanted
#-     try:
#+     with torch.no_grad():
#+         model(text[:, -max_tokens:]) if max_new_tokens == 0 else None
#+     try:

# %% weights_moved | wrong | state | robustness | mistake: parameters-changed-in-forward | public: weights
# moves a weight of the model at the end
#-     return text
#+     next(model.parameters()).data.add_(1)
#+     return text

# %% at_most_100 | wrong | shape | robustness | mistake: length-limited | public: long
# a hundred new tokens at most
#-     text = ids.clone()
#+     max_new_tokens = min(max_new_tokens, 100)
#+     text = ids.clone()

# %% draws_when_greedy | wrong | state | robustness | mistake: generator-moved | public: random
# draws at temperature 0 as well
#-                 following = sample_next(logits[:, -1], temperature, top_k, generator)
#+                 if temperature == 0:
#+                     torch.rand(1)
#+                 following = sample_next(logits[:, -1], temperature, top_k, generator)

# %% renamed | wrong | vocabulary | robustness | mistake: argument-names
# names of its own
def generate(model, start, n, window, temperature=0.0, k=None, rng=None):
    text, before = start.clone(), model.training
    model.eval()
    try:
        with torch.no_grad():
            for _ in range(n):
                following = sample_next(model(text[:, -window:])[:, -1], temperature, k, rng)
                text = torch.cat([text, following[:, None]], dim=1)
    finally:
        model.train(before)
    return text

# %% names_swapped | wrong | vocabulary | robustness | mistake: argument-order
# the names of the two lengths have changed places
def generate(model, ids, max_tokens, max_new_tokens, temperature=0.0, top_k=None, generator=None):
    text, before = ids.clone(), model.training
    model.eval()
    try:
        with torch.no_grad():
            for _ in range(max_tokens):
                following = sample_next(model(text[:, -max_new_tokens:])[:, -1], temperature, top_k, generator)
                text = torch.cat([text, following[:, None]], dim=1)
    finally:
        model.train(before)
    return text

# %% cpu_text | wrong | device | robustness | mistake: tensor-on-cpu
# fills a text on the CPU
def generate(model, ids, max_new_tokens, max_tokens, temperature=0.0, top_k=None, generator=None):
    B, T = ids.shape
    text = torch.zeros(B, T + max_new_tokens, dtype=ids.dtype)
    text[:, :T] = ids
    was_training = model.training
    model.eval()
    try:
        with torch.no_grad():
            for end in range(T, T + max_new_tokens):
                logits = model(text[:, max(0, end - max_tokens) : end])
                text[:, end] = sample_next(logits[:, -1], temperature, top_k, generator)
    finally:
        model.train(was_training)
    return text

# %% cpu_column | wrong | device | robustness | mistake: tensor-on-cpu
# each new id passes through Python, and comes back on the CPU
#-                 text = torch.cat([text, following[:, None]], dim=1)
#+                 text = torch.cat([text, torch.tensor(following.tolist())[:, None]], dim=1)

# %% never_twice | wrong | values | core | mistake: drawn-replaced | public: details
# takes the most probable token where the last one is drawn again
#-                 text = torch.cat([text, following[:, None]], dim=1)
#+                 again = following == text[:, -1]
#+                 following = torch.where(again, logits[:, -1].argmax(dim=-1), following)
#+                 text = torch.cat([text, following[:, None]], dim=1)
