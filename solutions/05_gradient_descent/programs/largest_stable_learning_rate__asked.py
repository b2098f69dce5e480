# Wrong and right programs of largest_stable_learning_rate, asked at its edges; docs/reference/programs.md describes the form.

# %% flat_raised | wrong | stability | robustness | mistake: formula-some-sizes | public: extremes
# curvatures below 1e-4 count as 1e-4
#-     return 2 / curvature
#+     return 2 / max(curvature, 1e-4)
