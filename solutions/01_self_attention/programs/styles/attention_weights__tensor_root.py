# style: torch.sqrt of a tensor
def attention_weights(scores: Tensor, d_k: int) -> Tensor:
    return torch.softmax(scores / torch.sqrt(torch.tensor(d_k)), dim=-1)
