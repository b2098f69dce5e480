# Wrong and right programs of first_row, asked in every state and at its edges; docs/reference/programs.md describes the form.

# %% slice_of_table | wrong | state | robustness | mistake: result-returned-again | public: results
# a slice of one long row
_ROW = torch.zeros(256)
_ROW[0] = 1.0
#-     row = torch.zeros(T)
#-     row[0] = 1.0
#-     return row
#+     return _ROW[:T]
