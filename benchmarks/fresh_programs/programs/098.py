def uniform_loss(vocab_size):
    probability = 1 / vocab_size
    return probability
