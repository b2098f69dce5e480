# style: from the transposed
def context_vectors(weights: Tensor, values: Tensor) -> Tensor:
    return (values.mT @ weights.mT).mT
