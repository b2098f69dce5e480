# %% mapped | right
# with map
class Layer:
    def __init__(self, neurons):
        self.neurons = tuple(neurons)

    def __call__(self, inputs):
        return list(map(lambda neuron: neuron(inputs), self.neurons))

    def parameters(self):
        found = []
        for neuron in self.neurons:
            for parameter in neuron.parameters():
                if all(parameter is not other for other in found):
                    found.append(parameter)
        return found


# %% own_neurons | right
# without calling parameters
#-         every = [parameter for neuron in self.neurons for parameter in neuron.parameters()]
#+         every = [parameter for neuron in self.neurons for parameter in (*neuron.weights, neuron.bias)]

# %% first_only | wrong | values | core | mistake: first-neuron-only
# all outputs are those of the first neuron
#-         return [neuron(inputs) for neuron in self.neurons]
#+         return [self.neurons[0](inputs) for neuron in self.neurons]


# %% chained | wrong | values | core | mistake: neurons-in-a-row
# each neuron reads the output of the one before
class Layer:
    def __init__(self, neurons):
        self.neurons = list(neurons)

    def __call__(self, inputs):
        outputs = []
        for neuron in self.neurons:
            outputs.append(neuron(inputs))
            inputs = [outputs[-1] for _ in inputs]
        return outputs

    def parameters(self):
        every = [parameter for neuron in self.neurons for parameter in neuron.parameters()]
        return list({id(parameter): parameter for parameter in every}.values())


# %% backwards | wrong | values | core | mistake: neurons-turned-around
# the neurons in the wrong order
#-         return [neuron(inputs) for neuron in self.neurons]
#+         return [neuron(inputs) for neuron in reversed(self.neurons)]

# %% detached | wrong | autograd | core | mistake: outputs-detached
# the outputs forget what they were made from
#-         return [neuron(inputs) for neuron in self.neurons]
#+         return [Value(neuron(inputs).data) for neuron in self.neurons]

# %% weights_only | wrong | values | core | mistake: bias-not-listed
# no bias is a parameter
#-         every = [parameter for neuron in self.neurons for parameter in neuron.parameters()]
#+         every = [parameter for neuron in self.neurons for parameter in neuron.weights]

# %% twice | wrong | values | robustness | mistake: shared-listed-twice
# shared parameters are listed twice
#-         return list({id(parameter): parameter for parameter in every}.values())
#+         return every
