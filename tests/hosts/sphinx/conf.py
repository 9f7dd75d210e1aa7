project = "Two labs in Sphinx with MyST"
extensions = ["myst_parser"]
html_theme = "furo"
