def n_visible_pairs(T: int) -> int:
    # half of the square is visible; the diagonal is cut in two by that,
    # so add the other half of the diagonal
    half_square = T * T // 2
    half_diagonal = T // 2
    return half_square + half_diagonal
