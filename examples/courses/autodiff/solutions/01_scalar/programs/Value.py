# %% closures | right
# each node has a function that passes its gradient on
class Value:
    def __init__(self, data, parents=(), slopes=()):
        self.data, self.grad, self.parents, self.slopes = data, 0.0, tuple(parents), tuple(slopes)

    def _with(self, other):
        return other if isinstance(other, Value) else Value(other)

    def __add__(self, other):
        other = self._with(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = self._with(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, power):
        return Value(self.data**power, (self,), (power * self.data ** (power - 1),))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __sub__(self, other):
        return self + -self._with(other)

    def __rsub__(self, other):
        return self._with(other) - self

    def __truediv__(self, other):
        return self * self._with(other) ** -1

    def __rtruediv__(self, other):
        return self._with(other) / self

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), (1 - y * y,))

    def backward(self):
        order = topological_order(self)
        before = [node.grad for node in order]
        for node in order:
            node.grad = 0.0
        self.grad = 1.0
        for node in order[::-1]:
            for parent, slope in zip(node.parents, node.slopes):
                parent.grad += slope * node.grad
        for node, kept in zip(order, before):
            node.grad += kept

# %% own_order | right
# an order of its own
#-         order = topological_order(self)
#-         flows = {id(node): 0.0 for node in order}
#-         flows[id(self)] = 1.0
#-         for node in reversed(order):
#-             for parent, slope in zip(node.parents, node.slopes, strict=True):
#-                 flows[id(parent)] += slope * flows[id(node)]
#-         for node in order:
#-             node.grad += flows[id(node)]
#+         users = {}
#+         pending = [self]
#+         while pending:
#+             node = pending.pop()
#+             users[id(node)] = users.get(id(node), 0) + 1
#+             if users[id(node)] == 1:
#+                 pending += node.parents
#+         flows, ready = {id(self): 1.0}, [self]
#+         while ready:
#+             node = ready.pop()
#+             flow = flows[id(node)]
#+             node.grad += flow
#+             for parent, slope in zip(node.parents, node.slopes):
#+                 flows[id(parent)] = flows.get(id(parent), 0.0) + slope * flow
#+                 users[id(parent)] -= 1
#+                 if users[id(parent)] == 0:
#+                     ready.append(parent)

# %% slope_by_library | not allowed
# torch differentiates tanh
import torch
#-         return Value(result, (self,), (1 - result**2,))
#+         x = torch.tensor(self.data, dtype=torch.float64, requires_grad=True)
#+         torch.tanh(x).backward()
#+         return Value(result, (self,), (x.grad.item(),))

# %% sum_slopes | wrong | values | core | mistake: slopes-of-sum
# a sum has the other operand as its slope
#-         return Value(self.data + other.data, (self, other), (1.0, 1.0))
#+         return Value(self.data + other.data, (self, other), (other.data, self.data))

# %% product_slopes | wrong | values | core | mistake: slopes-swapped
# the slopes of a product in the wrong order
#-         return Value(self.data * other.data, (self, other), (other.data, self.data))
#+         return Value(self.data * other.data, (self, other), (self.data, other.data))

# %% power_slope | wrong | values | core | mistake: power-not-lowered
# the power is not lowered in its slope
#-         return Value(self.data**power, (self,), (power * self.data ** (power - 1),))
#+         return Value(self.data**power, (self,), (power * self.data**power,))

# %% tanh_slope_of_input | wrong | values | core | mistake: tanh-slope-of-input
# the slope of tanh uses the input
#-         return Value(result, (self,), (1 - result**2,))
#+         return Value(result, (self,), (1 - self.data**2,))

# %% sets_gradients | wrong | autograd | core | mistake: gradient-set
# a gradient is set, not added to
#-                 flows[id(parent)] += slope * flows[id(node)]
#+                 flows[id(parent)] = slope * flows[id(node)]

# %% from_the_start | wrong | graph | core | mistake: swept-forward
# the sweep begins at the leaves
#-         for node in reversed(order):
#+         for node in order:

# %% depth_first | wrong | graph | core | mistake: passed-on-too-early
# each node passes on at once what it has
#-         for node in reversed(order):
#-             for parent, slope in zip(node.parents, node.slopes, strict=True):
#-                 flows[id(parent)] += slope * flows[id(node)]
#+         pending, seen = [self], {id(self)}
#+         while pending:
#+             node = pending.pop(0)
#+             for parent, slope in zip(node.parents, node.slopes):
#+                 flows[id(parent)] += slope * flows[id(node)]
#+                 if id(parent) not in seen:
#+                     seen.add(id(parent))
#+                     pending.append(parent)

# %% without_slopes | wrong | autograd | core | mistake: chain-rule-left-out
# the gradient is not multiplied by what comes from behind
#-                 flows[id(parent)] += slope * flows[id(node)]
#+                 flows[id(parent)] += slope

# %% zero_start | wrong | autograd | core | mistake: own-gradient-missing
# the gradient of the last value stays 0
#-         flows[id(self)] = 1.0
#+         flows[id(self)] = 0.0

# %% right_difference | wrong | values | core | mistake: left-number-swapped
# a number on the left is subtracted
#-         return -self + other
#+         return self - other

# %% right_quotient | wrong | values | core | mistake: left-number-swapped
# a number on the left divides
#-         return self**-1.0 * other
#+         return self / other

# %% sum_for_difference | wrong | values | core | mistake: sign-lost
# the difference is a sum
#-         return self + other * -1.0
#+         return self + other * 1.0

# %% no_parents | wrong | graph | core | mistake: tanh-forgets-its-parent
# tanh remembers nothing
#-         return Value(result, (self,), (1 - result**2,))
#+         return Value(result)

# %% in_place | wrong | state | core | mistake: operand-changed
# a sum changes its first operand
#-         return Value(self.data + other.data, (self, other), (1.0, 1.0))
#+         result = Value(self.data + other.data, (self, other), (1.0, 1.0))
#+         self.data = result.data
#+         return result

# %% one_pass | wrong | autograd | robustness | mistake: stale-flows
# the gradients of the first sweep go through once more
#-         order = topological_order(self)
#-         flows = {id(node): 0.0 for node in order}
#-         flows[id(self)] = 1.0
#-         for node in reversed(order):
#-             for parent, slope in zip(node.parents, node.slopes, strict=True):
#-                 flows[id(parent)] += slope * flows[id(node)]
#-         for node in order:
#-             node.grad += flows[id(node)]
#+         self.grad += 1.0
#+         for node in reversed(topological_order(self)):
#+             for parent, slope in zip(node.parents, node.slopes):
#+                 parent.grad += slope * node.grad

# %% trains | wrong | state | robustness | mistake: backward-trains
# going backward takes a step, too
#-             node.grad += flows[id(node)]
#+             node.grad += flows[id(node)]
#+             node.data -= 0.1 * flows[id(node)]

# %% starts_anew | wrong | autograd | robustness | mistake: sweep-forgets
# each sweep forgets the one before
#-             node.grad += flows[id(node)]
#+             node.grad = flows[id(node)]

# %% every_path | wrong | graph | robustness | mistake: walked-by-paths
# goes back along every single path
#-         order = topological_order(self)
#-         flows = {id(node): 0.0 for node in order}
#-         flows[id(self)] = 1.0
#-         for node in reversed(order):
#-             for parent, slope in zip(node.parents, node.slopes, strict=True):
#-                 flows[id(parent)] += slope * flows[id(node)]
#-         for node in order:
#-             node.grad += flows[id(node)]
#+         def send(node, flow):
#+             node.grad += flow
#+             for parent, slope in zip(node.parents, node.slopes):
#+                 send(parent, flow * slope)
#+ 
#+         send(self, 1.0)

# %% other_names | wrong | graph | core | mistake: memory-elsewhere | of: closures
# parents and slopes have other names
#-     def __init__(self, data, parents=(), slopes=()):
#-         self.data, self.grad, self.parents, self.slopes = data, 0.0, tuple(parents), tuple(slopes)
#+     def __init__(self, data, children=(), local=()):
#+         self.data, self.grad, self.children, self.local = data, 0.0, tuple(children), tuple(local)

#-         order = topological_order(self)
#+         order, seen = [], set()
#+
#+         def visit(node):
#+             if id(node) not in seen:
#+                 seen.add(id(node))
#+                 for child in node.children:
#+                     visit(child)
#+                 order.append(node)
#+
#+         visit(self)

#-             for parent, slope in zip(node.parents, node.slopes):
#+             for parent, slope in zip(node.children, node.local):
