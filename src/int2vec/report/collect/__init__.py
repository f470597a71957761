"""One file a part of the report: each measures, and hands back plain values."""
