# style: bmm after flattening the batch
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    w, v = (
        weights.flatten(0, -3) if weights.dim() > 2 else weights[None],
        values.flatten(0, -3) if values.dim() > 2 else values[None],
    )
    return torch.bmm(w, v).reshape(*weights.shape[:-1], values.shape[-1])
