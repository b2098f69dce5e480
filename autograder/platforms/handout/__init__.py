"""What students get: a folder, a zip, a template repository."""
