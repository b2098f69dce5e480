# Wrong and right programs of first_order_approximation, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% new_point_asked | wrong | formula | robustness | mistake: new-point-evaluated | public: details
# also asks for the value at the new point
#-     return f(x) + eps * df(x)
#+     f(x + eps)
#+     return f(x) + eps * df(x)


# %% level_slope | wrong | formula | robustness | mistake: new-point-evaluated | public: details
# where the slope is 0, the curve itself is asked
def first_order_approximation(f, df, x, eps):
    slope = df(x)
    if slope == 0:
        # the tangent says nothing here, look at the curve itself
        return f(x + eps)
    return f(x) + slope * eps
