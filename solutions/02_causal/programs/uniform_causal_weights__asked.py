# Wrong and right programs of uniform_causal_weights, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% cached | wrong | state | robustness | mistake: result-returned-again | public: results
# functools.cache keeps the matrix of each length
import functools
@functools.cache
def uniform_causal_weights(T: int) -> Tensor:
    visible = torch.ones(T, T).tril()
    return visible / visible.sum(dim=-1, keepdim=True)

# %% four_places | wrong | values | robustness | mistake: result-rounded | public: digits
# rounded to four places
def uniform_causal_weights(T: int) -> Tensor:
    return torch.tensor([[round(1 / (i + 1), 4) if j <= i else 0.0 for j in range(T)] for i in range(T)])

# %% inference_mode | wrong | autograd | robustness | mistake: made-in-inference-mode | public: states
# made in inference mode
@torch.inference_mode()
def uniform_causal_weights(T: int) -> Tensor:
    lower = torch.ones(T, T).tril()
    return lower / lower.sum(dim=1, keepdim=True)
