def n_qkv_weights(embed_dim):
    n_matrices = 4  # Q, K, V and output
    return n_matrices * embed_dim ** 2
