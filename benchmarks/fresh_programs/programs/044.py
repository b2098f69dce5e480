def n_params_causal(embed_dim, head_dim):
    qkv = 3 * embed_dim * head_dim
    out_proj = head_dim * head_dim
    return qkv + out_proj
