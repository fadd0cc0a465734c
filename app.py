"""Start the page."""

from transformer_viz.server.http import launch

if __name__ == "__main__":
    launch()
