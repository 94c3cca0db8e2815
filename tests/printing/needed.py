"""What these tests need and not everybody has: whoever imports this is skipped where it is missing, and told why."""

from __future__ import annotations

import pytest

pytest.importorskip("reportlab", reason="the extra `print` is not installed")
pypdf = pytest.importorskip("pypdf", reason="nothing here reads a PDF without pypdf (the extra `dev`)")
