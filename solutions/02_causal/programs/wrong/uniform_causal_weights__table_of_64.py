# wrong: cut from a table of 64 tokens | family: shape | level: core
TABLE = torch.ones(64, 64).tril() / torch.arange(1, 65)[:, None]


def uniform_causal_weights(T: int) -> Tensor:
    return TABLE[:T, :T].clone()
