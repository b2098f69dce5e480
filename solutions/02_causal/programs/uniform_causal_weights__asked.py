# Wrong and right programs of uniform_causal_weights, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% cached | wrong | state | robustness | mistake: result-returned-again | public: results
# functools.cache keeps the matrix of each length
import functools
@functools.cache
def uniform_causal_weights(T: int) -> Tensor:
    visible = torch.ones(T, T).tril()
    return visible / visible.sum(dim=-1, keepdim=True)
