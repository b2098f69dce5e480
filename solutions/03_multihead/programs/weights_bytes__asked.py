# Wrong and right programs of weights_bytes, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% through_a_float | wrong | dtype | robustness | mistake: counted-in-float64 | public: long
# through a float, which is exact up to 2^53
#-     return B * num_heads * T * T * bytes_per_element
#+     return int(float(B * num_heads * T * T * bytes_per_element))
