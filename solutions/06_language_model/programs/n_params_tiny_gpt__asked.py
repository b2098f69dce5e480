# Wrong and right programs of n_params_tiny_gpt, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% through_a_float | wrong | dtype | robustness | mistake: counted-in-float64 | public: long
# through a float, which is exact up to 2^53
#-     return tables + blocks + norm
#+     return int(float(tables + blocks + norm))
