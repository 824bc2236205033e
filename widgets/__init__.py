"""What a person sees and clicks: tables, and pictures of games. No rule lives here.

import widgets lets every game object show itself as a table in a notebook.
"""

from __future__ import annotations

from widgets.layouts import Picture, register, show
from widgets.table import Table

__all__ = ["Picture", "Table", "register", "show"]

register()
