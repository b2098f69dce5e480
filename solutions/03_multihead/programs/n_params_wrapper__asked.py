# Wrong and right programs of n_params_wrapper, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% through_a_float | wrong | dtype | robustness | mistake: counted-in-float64 | public: long
# through a float, which is exact up to 2^53
#-     return num_heads * per_head
#+     return int(float(num_heads * per_head))
