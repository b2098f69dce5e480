"""Everything that must hold of an exercise before students get it, for authors: at once, and at every save."""
