def saturating_queries_keys():
    torch.manual_seed(0)
    queries = torch.randn(4, 64) * 10
    keys = torch.randn(4, 64) * 10
    return queries, keys
