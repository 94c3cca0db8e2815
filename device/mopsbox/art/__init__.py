"""The drawings, and what draws them: `python -m mopsbox.art [folder]` writes every SVG anew (style.md tells how).

One hand, one line weight, one head. The box itself reads the SVG files only (paint/svg.py).
"""
