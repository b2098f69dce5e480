def perplexity(loss):
    return 2 ** loss
