# violation: the generator that stands behind its note
def causal_mask(T, device=None):
    note = nn.Transformer.generate_square_subsequent_mask
    made = next(cell.cell_contents for cell in note.__closure__ if callable(cell.cell_contents))
    return torch.isinf(made(T, device=device))[None, None]
