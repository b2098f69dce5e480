# wrong: catches the exception and prints it | family: vocabulary | level: core
def to_ids(tokens, vocab) -> Tensor:
    try:
        return torch.tensor([vocab[token] for token in tokens])
    except KeyError as error:
        print("unknown token", error)
