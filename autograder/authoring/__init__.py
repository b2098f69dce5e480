"""For authors: stubs, texts and notebooks made from solutions/."""
