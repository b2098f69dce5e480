# wrong: without gradients | family: autograd | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    with torch.no_grad():
        return queries @ keys.transpose(-2, -1)
