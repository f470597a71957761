"""How the site is built: `make docs`."""

from pathlib import Path

import typer.main
from typer.cli import get_docs_for_click

from int2vec import __version__
from int2vec.cli.app import app, load_commands

project = "int2vec"
author = "The int2vec team"
release = version = __version__
extensions = ["myst_nb", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = "int2vec"
html_show_copyright = False
exclude_patterns = ["_build"]

# Notebooks are run when the site is built; one that fails breaks the build.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_merge_streams = True

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
# Links to files of the repository that are no pages.
suppress_warnings = ["myst.xref_missing"]

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}

# The reference of the commands comes out of the commands.
load_commands()
_commands = typer.main.get_command(app)
_text = get_docs_for_click(
    obj=_commands, ctx=typer.Context(_commands), name="int2vec", title="Commands"
)
(Path(__file__).parent / "reference" / "commands.md").write_text(_text, encoding="utf-8")
