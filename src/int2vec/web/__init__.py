"""The explorer: a page for people, and the same questions as JSON under /api."""
