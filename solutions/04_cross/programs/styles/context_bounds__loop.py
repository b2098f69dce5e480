# style: column by column
def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    columns = [values[:, i].tolist() for i in range(values.shape[1])]
    lower, upper = [min(column) for column in columns], [max(column) for column in columns]
    return values.new_tensor(lower), values.new_tensor(upper)
