"""Whatever arrives becomes submissions."""
