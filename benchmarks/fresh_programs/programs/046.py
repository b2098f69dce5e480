def n_visible_pairs(T):
    count = 0
    for query in range(T):
        for key in range(query):
            count += 1
    return count
