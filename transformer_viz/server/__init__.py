"""HTTP: static files, headers, routes."""
