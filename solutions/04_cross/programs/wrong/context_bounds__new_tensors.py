# wrong: tensors of the default dtype on the CPU | family: device | level: robustness
import torch


def context_bounds(values: Tensor) -> tuple[Tensor, Tensor]:
    columns = [values[:, i].tolist() for i in range(values.shape[1])]
    return torch.tensor([min(column) for column in columns]), torch.tensor([max(column) for column in columns])
