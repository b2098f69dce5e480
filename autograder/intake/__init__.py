"""Turns what students handed in, in whatever form it arrives, into submissions."""
