"""What travels between Python and the page."""
