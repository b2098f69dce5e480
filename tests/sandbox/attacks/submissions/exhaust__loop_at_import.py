# attack: an endless loop while the file is loaded | score: full | ledger: timeout
while True:
    pass
