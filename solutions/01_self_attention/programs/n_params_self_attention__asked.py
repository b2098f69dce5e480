# Wrong and right programs of n_params_self_attention, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% through_a_float | wrong | dtype | robustness | mistake: counted-in-float64 | public: long
# through a float, which is exact up to 2^53
#-     return d_in * (2 * d_out_kq + d_out_v)
#+     return int(float(d_in * (2 * d_out_kq + d_out_v)))
