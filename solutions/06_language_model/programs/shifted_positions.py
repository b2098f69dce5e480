# Wrong and right programs of shifted_positions; docs/reference/programs.md describes the form.

# %% blocks | right
# blocks on the diagonal
def shifted_positions(k, d_model):
    blocks = []
    for i in range(d_model // 2):
        a = k / 10000 ** (2 * i / d_model)
        blocks.append(torch.tensor([[math.cos(a), math.sin(a)], [-math.sin(a), math.cos(a)]], dtype=torch.float64))
    return torch.block_diag(*blocks)

# %% slices | right
# whole diagonals at once
def shifted_positions(k, d_model):
    angles = k / 10000 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    M = torch.zeros(d_model, d_model, dtype=torch.float64)
    even = torch.arange(0, d_model, 2)
    M[even, even] = M[even + 1, even + 1] = angles.cos()
    M[even, even + 1] = angles.sin()
    M[even + 1, even] = -angles.sin()
    return M

# %% power | right
# the power of one step
def shifted_positions(k, d_model):
    turns = torch.zeros(d_model, d_model, dtype=torch.float64)
    for i in range(0, d_model, 2):
        turns[i, i + 1] = 10000 ** (-i / d_model)
        turns[i + 1, i] = -turns[i, i + 1]
    return torch.matrix_exp(k * turns)

# %% backwards | wrong | formula | core | mistake: rotation-backwards
# the step goes back
#-         M[sine, cosine] = math.sin(angle)
#-         M[cosine, sine] = -math.sin(angle)
#+         M[sine, cosine] = -math.sin(angle)
#+         M[cosine, sine] = math.sin(angle)

# %% no_sign | wrong | formula | core | mistake: rotation-sign
# no minus
#-         M[cosine, sine] = -math.sin(angle)
#+         M[cosine, sine] = math.sin(angle)

# %% swapped | wrong | formula | core | mistake: rotation-swapped
# sine and cosine have changed places
#-         M[sine, sine] = math.cos(angle)
#-         M[sine, cosine] = math.sin(angle)
#-         M[cosine, sine] = -math.sin(angle)
#-         M[cosine, cosine] = math.cos(angle)
#+         M[sine, sine] = M[cosine, cosine] = math.sin(angle)
#+         M[sine, cosine] = math.cos(angle)
#+         M[cosine, sine] = -math.cos(angle)

# %% own_angle | wrong | formula | core | mistake: angle-by-column
# the second row has an angle of its own
#-         M[cosine, sine] = -math.sin(angle)
#+         angle = k / 10000 ** (cosine / d_model)
#+         M[cosine, sine] = -math.sin(angle)

# %% one_angle | wrong | formula | core | mistake: rotation-one-angle
# one angle for all pairs
#-         angle = k / 10000 ** (sine / d_model)
#+         angle = float(k)

# %% exponent_halved | wrong | formula | core | mistake: wavelengths-other
# half of the exponent
#-         angle = k / 10000 ** (sine / d_model)
#+         angle = k / 10000 ** (sine / (2 * d_model))

# %% base_1000 | wrong | formula | core | mistake: wavelengths-other
# another longest wavelength
#-         angle = k / 10000 ** (sine / d_model)
#+         angle = k / 1000 ** (sine / d_model)

# %% multiplied | wrong | formula | core | mistake: quotient-for-product
# k times the wavelength
#-         angle = k / 10000 ** (sine / d_model)
#+         angle = k * 10000 ** (sine / d_model)

# %% one_step | wrong | formula | core | mistake: rotation-one-step
# always one step
#-         angle = k / 10000 ** (sine / d_model)
#+         angle = (k > 0) / 10000 ** (sine / d_model)

# %% one_more | wrong | formula | core | mistake: rotation-one-step
# one step more
#-         angle = k / 10000 ** (sine / d_model)
#+         angle = (k + 1) / 10000 ** (sine / d_model)

# %% degrees | wrong | formula | core | mistake: angle-multiplied
# angles in degrees
#-         angle = k / 10000 ** (sine / d_model)
#+         angle = math.radians(k / 10000 ** (sine / d_model))

# %% halves | wrong | shape | core | mistake: sines-then-cosines
# sines first, then cosines
#-     return M
#+     order = [*range(0, d_model, 2), *range(1, d_model, 2)]
#+     return M[order][:, order]

# %% identity | wrong | formula | core | mistake: formula-same-for-all | also: formula-no-size
# nothing turns
#-     return M
#+     return torch.eye(d_model, dtype=torch.float64)

# %% shift | wrong | formula | core | mistake: rotation-permutes | also: formula-no-size
# moves columns instead of turning them
#-     return M
#+     return torch.eye(d_model, dtype=torch.float64).roll(k, 0)

# %% scaled | wrong | formula | core | mistake: formula-factor
# twice as long
#-     return M
#+     return 2 * M

# %% first_pair | wrong | formula | core | mistake: rotation-first-pair | also: formula-no-size
# only the first pair turns
#-     for sine in range(0, d_model, 2):
#+     for sine in range(0, min(d_model, 2), 2):

# %% cosines_only | wrong | formula | core | mistake: rotation-diagonal | also: formula-no-size
# only the diagonal
#-         M[sine, cosine] = math.sin(angle)
#-         M[cosine, sine] = -math.sin(angle)
#+         M[sine, cosine] = M[cosine, sine] = 0

# %% solved | wrong | stability | core | mistake: rotation-solved
# solved from a table with two decimals
#-     return M
#+     table = torch.stack([torch.tensor([round(f(t / 10000 ** (i / d_model)), 2) for i in range(0, d_model, 2) for f in (math.sin, math.cos)]) for t in range(2 * d_model + k)])
#+     return torch.linalg.lstsq(table[: 2 * d_model], table[k : k + 2 * d_model]).solution.T.double()

# %% list | wrong | shape | core | mistake: list-for-tensor
# lists
#-     return M
#+     return M.tolist()

# %% float32 | wrong | dtype | robustness | mistake: result-float32
# float32
#-     M = torch.zeros(d_model, d_model, dtype=torch.float64)
#+     M = torch.zeros(d_model, d_model)

# %% half_angles | wrong | dtype | robustness | mistake: computed-in-half | public: digits
# angles with few digits
#-         angle = k / 10000 ** (sine / d_model)
#+         angle = torch.tensor(k / 10000 ** (sine / d_model)).bfloat16().item() if k > 60 else k / 10000 ** (sine / d_model)

# %% renamed | wrong | vocabulary | robustness | mistake: argument-names
# names of its own
def shifted_positions(step, width):
    M = torch.zeros(width, width, dtype=torch.float64)
    for i in range(0, width, 2):
        a = step / 10000 ** (i / width)
        M[i, i] = M[i + 1, i + 1] = math.cos(a)
        M[i, i + 1] = math.sin(a)
        M[i + 1, i] = -math.sin(a)
    return M
