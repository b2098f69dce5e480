"""The handout for students: a folder, a zip, or a template repository."""
