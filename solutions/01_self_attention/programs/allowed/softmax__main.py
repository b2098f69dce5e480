# allowed: compared where the file is run
def softmax(z: Tensor, dim: int = -1) -> Tensor:
    e = torch.exp(z - z.amax(dim, keepdim=True))
    return e / e.sum(dim, keepdim=True)


if __name__ == "__main__":
    print(torch.allclose(softmax(torch.eye(3)), torch.softmax(torch.eye(3), -1)))
