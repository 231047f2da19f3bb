"""The screens: one file for each, drawn from the model and fed with keys and clicks."""
