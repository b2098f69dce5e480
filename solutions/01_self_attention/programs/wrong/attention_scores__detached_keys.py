# wrong: keys are detached | family: autograd | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return queries @ keys.detach().transpose(-2, -1)
