# wrong: other names of the arguments | family: shape | level: robustness
def n_qkv_weights(width):
    return 3 * width**2
