# attack: reads address 0 while the file is loaded | score: full | ledger: signal
import ctypes

ctypes.string_at(0)
