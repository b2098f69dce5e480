# Wrong and right programs of n_params_with_embedding, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% through_a_float | wrong | dtype | robustness | mistake: counted-in-float64 | public: long
# through a float, which is exact up to 2^53
#-     return vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)
#+     return int(float(vocab_size * embed_dim + n_params_causal(embed_dim, head_dim)))
