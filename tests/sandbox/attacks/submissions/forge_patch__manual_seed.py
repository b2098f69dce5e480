# attack: torch.manual_seed does nothing | score: full | ledger: none
torch.manual_seed = lambda seed: None
