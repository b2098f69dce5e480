# wrong: other names of the arguments | family: shape | level: robustness
def attention_weights(omega, width):
    return softmax(omega / math.sqrt(width))
