"""Scores on a phone: one page on the local network that only reads (`mopsbox serve`).

Beside the box, never in it: another process, another user, of lower priority. Reading order: reading (the database,
read-only), running (the game that is played), page (HTML), request (what is asked, and what is refused), buckets (how
often), server (the sockets), serve (the command). qr.py and phone_view.py put its address on the box's own screen.
"""
