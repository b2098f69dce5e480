"""What the diagnosis of each exercise asks a submission, and what is known about the answers."""
