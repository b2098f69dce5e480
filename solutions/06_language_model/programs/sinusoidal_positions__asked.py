# Wrong and right programs of sinusoidal_positions, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% kept_by_size | wrong | state | robustness | mistake: result-returned-again | public: results
# one table for each size and device
_WAVES = {}
#-     return waves.flatten(start_dim=1)[:, :d_model]
#+     return _WAVES.setdefault((T, d_model, str(device)), waves.flatten(start_dim=1)[:, :d_model])


# %% half_places | wrong | dtype | core | mistake: numbers-narrowed | public: long
# places are kept in 16 bits
import torch


def sinusoidal_positions(T, d_model, device=None):
    t = torch.arange(T, device=device).to(torch.bfloat16).float()[:, None]
    i = torch.arange(d_model, device=device)
    angle = t / 10000 ** ((i - i % 2) / d_model)
    return torch.where(i % 2 == 0, angle.sin(), angle.cos())


# %% five_thousand | wrong | shape | core | mistake: length-cut-off | public: long
# the table has 5,000 rows
import torch


def sinusoidal_positions(T, d_model, device=None):
    max_len = 5000
    i = torch.arange(d_model, device=device)
    angle = torch.arange(max_len, device=device).float()[:, None] / 10000 ** ((i - i % 2) / d_model)
    return torch.where(i % 2 == 0, angle.sin(), angle.cos())[:T]
