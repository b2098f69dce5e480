# wrong: through numpy | family: autograd | level: core
def attention_scores(queries: Tensor, keys: Tensor) -> Tensor:
    return torch.from_numpy(queries.detach().numpy() @ keys.detach().transpose(-2, -1).numpy())
