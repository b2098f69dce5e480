"""For course authors: generates stubs, READMEs and notebooks from solutions/."""
