"""The least that Gradio can serve with a picture: what a start of ours is seen beside."""

import gradio as gr
import plotly.graph_objects as go

with gr.Blocks() as page:
    gr.Plot(go.Figure(go.Heatmap(z=[[0, 1], [1, 0]])))
page.launch(quiet=True)
