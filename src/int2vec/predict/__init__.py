"""What the vectors are used for: probes, completion, analogies, set expansion."""
