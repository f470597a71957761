"""The explorer: an HTTP API and one static page."""
