# Wrong and right programs of sinusoidal_positions; docs/reference/programs.md describes the form.

# %% by_hand | right
# one entry after the other
def sinusoidal_positions(T, d_model, device=None):
    rows = []
    for t in range(T):
        angles = [t / 10000 ** (2 * (column // 2) / d_model) for column in range(d_model)]
        rows.append([math.cos(a) if column % 2 else math.sin(a) for column, a in enumerate(angles)])
    return torch.tensor(rows, dtype=torch.float32, device=device).reshape(T, d_model)

# %% filled | right
# fills the even and the odd columns
def sinusoidal_positions(T, d_model, device=None):
    P = torch.zeros(T, d_model, device=device)
    position = torch.arange(T, device=device).unsqueeze(1)
    rates = torch.exp(torch.arange(0, d_model, 2, device=device) * (-math.log(10000.0) / d_model))
    P[:, 0::2] = torch.sin(position * rates)
    P[:, 1::2] = torch.cos(position * rates[: d_model // 2])
    return P

# %% where | right
# both waves everywhere, then the right one of the two
def sinusoidal_positions(T, d_model, device=None):
    columns = torch.arange(d_model, device=device)
    angles = torch.outer(torch.arange(T, device=device).float(), 10000.0 ** (-2 * (columns // 2) / d_model))
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos())

# %% shifted_sine | right
# a cosine is a sine a quarter turn later
def sinusoidal_positions(T, d_model, device=None):
    columns = torch.arange(d_model, dtype=torch.float64, device=device)
    angles = torch.arange(T, dtype=torch.float64, device=device)[:, None] / 10000 ** ((columns - columns % 2) / d_model)
    return torch.sin(angles + math.pi / 2 * (columns % 2)).float()

# %% complex | right
# powers of i
#-     waves = torch.stack([angles.sin(), angles.cos()], dim=-1)
#+     waves = torch.view_as_real(torch.polar(torch.ones_like(angles), angles)).flip(-1)

# %% sines_first | wrong | values | core | mistake: sines-then-cosines
# all sines, then all cosines
#-     waves = torch.stack([angles.sin(), angles.cos()], dim=-1)
#-     return waves.flatten(start_dim=1)[:, :d_model]
#+     waves = torch.cat([angles.sin(), angles.cos()], dim=-1)
#+     return waves[:, :d_model]

# %% cosine_first | wrong | values | core | mistake: sine-and-cosine-swapped
# cosines in the even columns
#-     waves = torch.stack([angles.sin(), angles.cos()], dim=-1)
#+     waves = torch.stack([angles.cos(), angles.sin()], dim=-1)

# %% own_angle_each | wrong | formula | core | mistake: angle-by-column
# an angle of its own for each column
#-     pairs = torch.arange(0, d_model, 2, device=device, dtype=torch.float32)
#+     pairs = torch.arange(0, d_model, device=device, dtype=torch.float32)

#-     waves = torch.stack([angles.sin(), angles.cos()], dim=-1)
#+     waves = torch.stack([angles[:, 0::2].sin(), torch.nn.functional.pad(angles, (0, 1))[:, 1::2].cos()[:, : angles[:, 0::2].shape[1]]], dim=-1)

# %% base_1000 | wrong | formula | core | mistake: wavelengths-other
# another longest wavelength
#-     wavelengths = 10000.0 ** (pairs / d_model)
#+     wavelengths = 1000.0 ** (pairs / d_model)

# %% exponent_halved | wrong | formula | core | mistake: wavelengths-other
# the exponent counts pairs and not 2 i
#-     wavelengths = 10000.0 ** (pairs / d_model)
#+     wavelengths = 10000.0 ** (pairs / (2 * d_model))

# %% exponent_doubled | wrong | formula | core | mistake: wavelengths-other
# the exponent is 4 i / d_model
#-     wavelengths = 10000.0 ** (pairs / d_model)
#+     wavelengths = 10000.0 ** (2 * pairs / d_model)

# %% last_pair_slowest | wrong | formula | core | mistake: wavelengths-other
# the last pair has the wavelength 10000
#-     wavelengths = 10000.0 ** (pairs / d_model)
#+     wavelengths = 10000.0 ** (pairs / max(d_model - 2, 1))

# %% from_one | wrong | values | core | mistake: positions-from-one
# positions from 1
#-     positions = torch.arange(T, device=device, dtype=torch.float32)
#+     positions = torch.arange(1, T + 1, device=device, dtype=torch.float32)

# %% reversed | wrong | values | core | mistake: positions-reversed
# the last position first
#-     positions = torch.arange(T, device=device, dtype=torch.float32)
#+     positions = torch.arange(T, device=device, dtype=torch.float32).flip(0)

# %% multiplied | wrong | formula | core | mistake: quotient-for-product
# positions times wavelengths
#-     angles = positions[:, None] / wavelengths
#+     angles = positions[:, None] * wavelengths

# %% in_turns | wrong | formula | core | mistake: angle-multiplied
# angles in turns
#-     angles = positions[:, None] / wavelengths
#+     angles = 2 * math.pi * positions[:, None] / wavelengths

# %% share_of_text | wrong | formula | core | mistake: angle-multiplied
# positions as a share of the text
#-     angles = positions[:, None] / wavelengths
#+     angles = positions[:, None] / T / wavelengths

# %% sines_only | wrong | values | core | mistake: sines-only
# sines everywhere
#-     waves = torch.stack([angles.sin(), angles.cos()], dim=-1)
#+     waves = torch.stack([angles.sin(), angles.sin()], dim=-1)

# %% transposed | wrong | shape | core | mistake: positions-turned
# columns by positions
#-     return waves.flatten(start_dim=1)[:, :d_model]
#+     return waves.flatten(start_dim=1)[:, :d_model].T

# %% batch | wrong | shape | core | mistake: extra-dimension
# a batch of one
#-     return waves.flatten(start_dim=1)[:, :d_model]
#+     return waves.flatten(start_dim=1)[None, :, :d_model]

# %% odd_too_wide | wrong | shape | core | mistake: odd-width
# an odd width gets a column too many
#-     return waves.flatten(start_dim=1)[:, :d_model]
#+     return waves.flatten(start_dim=1)

# %% odd_too_narrow | wrong | shape | core | mistake: odd-width
# an odd width lacks its last column
#-     return waves.flatten(start_dim=1)[:, :d_model]
#+     return waves.flatten(start_dim=1)[:, : 2 * (d_model // 2)]

# %% odd_cosine | wrong | values | core | mistake: odd-width
# an odd width ends in a cosine
#-     return waves.flatten(start_dim=1)[:, :d_model]
#+     if d_model % 2:
#+         waves[:, -1, 0] = waves[:, -1, 1]
#+     return waves.flatten(start_dim=1)[:, :d_model]

# %% drawn | wrong | values | core | mistake: positions-drawn | also: random-numbers-drawn
# random numbers, as a table begins
#-     return waves.flatten(start_dim=1)[:, :d_model]
#+     table = torch.randn(T, d_model, device=device)
#+     return 0.02 * table + 0 * waves.sum()

# %% hundred | wrong | shape | core | mistake: length-cut-off
# a hundred positions at most
#-     positions = torch.arange(T, device=device, dtype=torch.float32)
#+     positions = torch.arange(min(T, 100), device=device, dtype=torch.float32)

# %% half | wrong | dtype | core | mistake: computed-in-half
# waves with 16 bits
#-     waves = torch.stack([angles.sin(), angles.cos()], dim=-1)
#+     waves = torch.stack([angles.half().sin(), angles.half().cos()], dim=-1).float()

# %% squeezed | wrong | shape | core | mistake: size-one-squeezed
# sizes of one are lost
#-     return waves.flatten(start_dim=1)[:, :d_model]
#+     return waves.flatten(start_dim=1)[:, :d_model].squeeze()

# %% float64 | wrong | dtype | robustness | mistake: result-float64
# always float64
#-     return waves.flatten(start_dim=1)[:, :d_model]
#+     return waves.flatten(start_dim=1)[:, :d_model].double()

# %% cpu | wrong | device | robustness | mistake: device-ignored
# the device plays no part
def sinusoidal_positions(T, d_model, device=None):
    P = torch.zeros(T, d_model)
    angles = torch.arange(T)[:, None] / 10000 ** (torch.arange(0, d_model, 2) / d_model)
    P[:, 0::2] = torch.sin(angles)
    P[:, 1::2] = torch.cos(angles[:, : d_model // 2])
    return P

# %% kept_by_width | wrong | state | core | mistake: first-length-kept
# the table of the first call with a width is used again
KEPT = {}
#-     return waves.flatten(start_dim=1)[:, :d_model]
#+     key = (d_model, str(device))
#+     if key not in KEPT:
#+         KEPT[key] = waves.flatten(start_dim=1)[:, :d_model]
#+     return KEPT[key][:T]

# %% seeded | wrong | state | robustness | mistake: generator-seeded | public: random
# seeds the generator
#-     positions = torch.arange(T, device=device, dtype=torch.float32)
#+     torch.manual_seed(0)
#+     positions = torch.arange(T, device=device, dtype=torch.float32)

# %% renamed | wrong | vocabulary | robustness | mistake: argument-names
# names of its own
def sinusoidal_positions(length, width, device=None):
    columns = torch.arange(width, device=device)
    angles = torch.arange(length, device=device)[:, None] / 10000.0 ** ((columns - columns % 2) / width)
    return torch.where(columns % 2 == 0, angles.sin(), angles.cos())
