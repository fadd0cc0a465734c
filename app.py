"""Start the page."""

from transformer_viz.ui.server import launch

if __name__ == "__main__":
    launch()
