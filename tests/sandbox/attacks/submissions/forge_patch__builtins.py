# attack: len, isinstance and type lie | score: any | ledger: any
import builtins

builtins.len = lambda x: 0
builtins.isinstance = lambda *args: True
