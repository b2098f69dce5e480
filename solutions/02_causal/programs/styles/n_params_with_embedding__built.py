# style: built on meta
def n_params_with_embedding(vocab_size: int, embed_dim: int, head_dim: int) -> int:
    with torch.device("meta"):
        table = torch.empty(vocab_size, embed_dim)
        matrices = [torch.empty(embed_dim, head_dim) for _ in range(3)] + [torch.empty(head_dim, embed_dim)]
    return table.numel() + sum(matrix.numel() for matrix in matrices)
