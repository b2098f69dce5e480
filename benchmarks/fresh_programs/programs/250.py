def n_visible_pairs(T: int) -> int:
    # half of the square, and the half of the diagonal that the first half has cut off
    half_square = T * T // 2
    half_diagonal = T // 2
    return half_square + half_diagonal
