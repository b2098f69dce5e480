# Wrong and right programs of to_ids, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% tensor_kept | wrong | state | robustness | mistake: result-returned-again
# one tensor for equal tokens
_IDS = {}
#-     return torch.tensor([vocab[token] for token in tokens], dtype=torch.long)
#+     return _IDS.setdefault((*tokens, *vocab.items()), torch.tensor([vocab[token] for token in tokens], dtype=torch.long))

# %% known_before | wrong | state | core | mistake: earlier-calls-matter | public: states
# knows the words of earlier vocabularies
_NUMBERS = {}
#-     return torch.tensor([vocab[token] for token in tokens], dtype=torch.long)
#+     _NUMBERS.update(vocab)
#+     return torch.tensor([_NUMBERS[token] for token in tokens], dtype=torch.long)


# %% dictionaries_only | wrong | state | robustness | mistake: dictionaries-only | public: sizes
# refuses a mapping that is no dict
#-     return torch.tensor([vocab[token] for token in tokens], dtype=torch.long)
#+     if not isinstance(vocab, dict):
#+         raise TypeError("vocab must be a dict")
#+     return torch.tensor([vocab[token] for token in tokens], dtype=torch.long)
