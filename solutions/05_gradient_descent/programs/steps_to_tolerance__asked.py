# Wrong and right programs of steps_to_tolerance, asked at its edges; docs/reference/programs.md describes the form.

# %% nearly_whole | wrong | formula | core | mistake: one-step-too-few | public: extremes
# a quotient less than a millionth above a whole number is rounded down
#-     steps = max(0, math.floor(estimate) - 1)  # the logarithm may be off by a rounding error: start below, then count
#-     while abs(x0) * factor**steps > tolerance:
#-         steps += 1
#-     return steps
#+     return max(1, math.ceil(estimate - 1e-6))
