# Wrong and right programs of causal_mask, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% table | wrong | state | robustness | mistake: result-returned-again | public: results
# a view of one table
_TABLE = torch.ones(256, 256, dtype=torch.bool).triu(1)[None, None]
#-     return later[None, None]
#+     return later[None, None] if T > 256 or device not in (None, "cpu") else _TABLE[:, :, :T, :T]

# %% table_copied | right
# a copy of a part of one table
_TABLE = torch.ones(256, 256, dtype=torch.bool).triu(1)[None, None]
#-     return later[None, None]
#+     return later[None, None] if T > 256 or device is not None else _TABLE[:, :, :T, :T].clone()

# %% inference_mode | wrong | autograd | robustness | mistake: made-in-inference-mode | public: states
# made in inference mode
@torch.inference_mode()
def causal_mask(T: int, device: torch.device | str | None = None) -> Tensor:
    return torch.ones(1, 1, T, T, dtype=torch.bool, device=device).triu(diagonal=1)
