# attack: leaves a shared memory segment | score: full | ledger: none
try:
    from multiprocessing import shared_memory

    shared_memory.SharedMemory("left_behind_by_an_attack", create=True, size=10)
except OSError:
    pass
