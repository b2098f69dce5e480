# Wrong and right programs of dot_product_variance, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% seeded | wrong | state | robustness | mistake: generator-seeded | public: random
# seeds torch before it computes
#-     return d_h * sigma**4
#+     torch.manual_seed(0)
#+     return d_h * sigma**4
