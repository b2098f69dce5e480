# %% [markdown]
# # 01 · Numbers that remember: derivations
#
# A slope may be written in terms of what a node was made from, or of what it became.

# %% [markdown]
# ## `tanh_slope`
# *difficulty: ●○○ · about 4 minutes*
#
# A node holds $y = \tanh x$, and $x$ is long forgotten. What is the derivative $\frac{dy}{dx}$ there, in terms of $y$?
# Differentiate $\tanh x = \frac{e^x - e^{-x}}{e^x + e^{-x}}$ and look for $y$ in what comes out.


# %%
def tanh_slope(y: float) -> float:
    """Return the derivative of tanh where its value is `y`, between -1 and 1."""
    ### BEGIN SOLUTION
    return 1 - y**2
    ### END SOLUTION
