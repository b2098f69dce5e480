def cross_scores_shape(T_1, T_2):
    n_keys, n_queries = T_2, T_1
    return n_keys, n_queries
