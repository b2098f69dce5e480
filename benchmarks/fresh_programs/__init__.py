"""A hundred wrong programs that were written without the catalogue of mistakes, and how well their feedback reads."""
