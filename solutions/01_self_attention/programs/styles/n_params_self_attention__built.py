# style: built on meta and counted
def n_params_self_attention(d_in: int, d_out_kq: int, d_out_v: int) -> int:
    with torch.device("meta"):
        matrices = [torch.rand(d_in, d_out_kq), torch.rand(d_in, d_out_kq), torch.rand(d_in, d_out_v)]
    return sum(matrix.numel() for matrix in matrices)
