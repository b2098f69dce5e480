# violation: gets the function from a pickle
import pickle
function = pickle.loads(b"ctorch\nsoftmax\n.")
def softmax(z, dim=-1):
    return function(z, dim)
