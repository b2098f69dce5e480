# style: a sum over the rows
def n_visible_pairs(T: int) -> int:
    return sum(query + 1 for query in range(T))
