# style: head by head
def attention_matmul_flops(T: int, d_model: int, num_heads: int = 1) -> int:
    width = d_model // num_heads
    return sum(2 * T * T * width + 2 * T * width * T for _ in range(num_heads))
