"""The page: the only room that knows Gradio."""
