"""Many submissions: rehearsal once, workers in parallel, results as they come."""
