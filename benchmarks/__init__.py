"""Side-by-side timings against peers: `make bench`."""
