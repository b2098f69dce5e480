# Wrong and right programs of shifted_positions, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% cached | wrong | state | robustness | mistake: result-returned-again | public: results
# functools.cache keeps the matrix
import functools
@functools.cache
def shifted_positions(k: int, d_model: int) -> Tensor:
    M = torch.zeros(d_model, d_model, dtype=torch.float64)
    for sine in range(0, d_model, 2):
        c, s = math.cos(k / 10000 ** (sine / d_model)), math.sin(k / 10000 ** (sine / d_model))
        M[sine : sine + 2, sine : sine + 2] = torch.tensor([[c, s], [-s, c]], dtype=torch.float64)
    return M
