"""Probes: what a linear reader finds in the vectors, and what it finds without them."""
