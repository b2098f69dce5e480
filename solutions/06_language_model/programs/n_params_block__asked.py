# Wrong and right programs of n_params_block, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% through_a_float | wrong | dtype | robustness | mistake: counted-in-float64 | public: long
# through a float, which is exact up to 2^53
#-     return attention + norms + feed_forward
#+     return int(float(attention + norms + feed_forward))
