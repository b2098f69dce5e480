# Wrong and right programs of padding_mask, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% kept_by_lengths | wrong | state | robustness | mistake: result-returned-again | public: results
# one mask for equal lengths
_MASKS = {}
#-     return padding[:, None, None, :]
#+     return _MASKS.setdefault((tuple(lengths.tolist()), T), padding[:, None, None, :]) if lengths.device.type == "cpu" else padding[:, None, None, :]

# %% lengths_clamped | wrong | state | robustness | mistake: input-changed-in-place | public: results
# lengths above T are cut in the caller's tensor
#-     positions = torch.arange(T, device=lengths.device)
#+     lengths.clamp_(max=T)
#+     positions = torch.arange(T, device=lengths.device)

# %% lengths_viewed | wrong | shape | robustness | mistake: view-of-noncontiguous
# lengths have to be contiguous
#-     padding = positions[None, :] >= lengths[:, None]
#+     padding = positions[None, :] >= torch.as_strided(lengths, (len(lengths), 1), (1, 1))

# %% in_bytes | wrong | dtype | core | mistake: numbers-narrowed | public: long
# lengths are compared as bytes
#-     padding = positions[None, :] >= lengths[:, None]  # (B, T)
#+     padding = positions[None, :] >= lengths.to(torch.uint8)[:, None]

# %% in_int32 | wrong | dtype | core | mistake: numbers-narrowed | public: long
# lengths are compared as int32
#-     padding = positions[None, :] >= lengths[:, None]  # (B, T)
#+     padding = positions[None, :] >= lengths.int()[:, None]
