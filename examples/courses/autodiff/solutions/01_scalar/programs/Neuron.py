# %% summed | right
# with sum
class Neuron:
    def __init__(self, weights, bias):
        self.weights, self.bias = list(weights), bias

    def __call__(self, inputs):
        return sum((w * x for w, x in zip(self.weights, inputs)), self.bias).tanh()

    def parameters(self):
        return self.weights + [self.bias]


# %% bias_last | right
# the bias is added at the end
#-         total = self.bias
#+         total = Value(0.0)
#-         return total.tanh()
#+         return (total + self.bias).tanh()

# %% no_bias | wrong | values | core | mistake: bias-left-out
# without the bias
#-         total = self.bias
#+         total = Value(0.0)

# %% linear | wrong | values | core | mistake: not-squashed
# without tanh
#-         return total.tanh()
#+         return total

# %% squashed_first | wrong | values | core | mistake: squashed-before-summed
# each product is squashed
#-             total = total + weight * x
#-         return total.tanh()
#+             total = total + (weight * x).tanh()
#+         return total

# %% detached | wrong | autograd | core | mistake: made-of-numbers
# the sum is made of plain numbers
#-             total = total + weight * x
#+             total = total + weight.data * x

# %% no_bias_parameter | wrong | values | core | mistake: bias-not-listed
# the bias is no parameter
#-         return [*self.weights, self.bias]
#+         return [*self.weights]

# %% copies | wrong | values | core | mistake: parameters-copied
# the parameters are copies
#-         return [*self.weights, self.bias]
#+         return [Value(item.data) for item in (*self.weights, self.bias)]

# %% changes_bias | wrong | state | robustness | mistake: bias-changed
# the bias keeps the sum
#-         return total.tanh()
#+         result = total.tanh()
#+         self.bias = Value(total.data)
#+         return result
