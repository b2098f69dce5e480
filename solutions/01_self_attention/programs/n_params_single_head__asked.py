# Wrong and right programs of n_params_single_head, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% through_a_float | wrong | dtype | robustness | mistake: counted-in-float64 | public: long
# through a float, which is exact up to 2^53
#-     return 3 * per_layer
#+     return int(float(3 * per_layer))
