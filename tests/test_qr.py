"""QR codes: against the standard's own examples, and read back by somebody else's reader."""

from __future__ import annotations

import pytest

from mopsbox import qr

TEXTS = ["http://192.168.178.123:8080/", "a", "x" * 14, "y" * 26, "z" * 42, "w" * 62, "v" * 84, "u" * 106, "Möpse 🐶"]


def test_the_correction_is_the_one_the_standard_works_out() -> None:
    """ISO/IEC 18004, annex I: 01234567 in version 1-M."""
    data = bytes.fromhex("10 20 0C 56 61 80 EC 11 EC 11 EC 11 EC 11 EC 11")
    assert qr.correction(data, 10) == bytes.fromhex("A5 24 D4 C1 ED 36 C7 87 2C 55")


def test_the_format_is_the_one_the_standard_works_out() -> None:
    """ISO/IEC 18004, annex C: level M, mask 101; and of the eight no two are nearer than seven bits."""
    assert f"{qr.format_bits(0b101):015b}" == "100000011001110"
    all_of_them = [qr.format_bits(mask) for mask in range(8)]
    assert min((a ^ b).bit_count() for a in all_of_them for b in all_of_them if a != b) >= 5


@pytest.mark.parametrize(
    ("size", "modules"), [(1, 21), (14, 21), (15, 25), (26, 25), (27, 29), (42, 29), (62, 33), (106, 41)]
)
def test_a_text_gets_the_smallest_code_it_fits(size: int, modules: int) -> None:
    """Table 7: 14, 26, 42, 62, 84 and 106 bytes at level M."""
    rows = qr.encoded("a" * size)
    assert len(rows) == modules and {len(row) for row in rows} == {modules}
    free = qr.quiet(rows)
    assert len(free) == modules + 8 and not any(map(any, (*free[:4], *free[-4:])))


def test_what_does_not_fit_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="107 bytes are more than a code of version 6 holds; shorten the text"):
        qr.encoded("a" * 107)


def test_the_three_corners_are_what_readers_look_for() -> None:
    rows = qr.encoded(TEXTS[0])
    n = len(rows)
    rings = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    for top, left in ((0, 0), (0, n - 7), (n - 7, 0)):
        seen = ["".join(str(int(rows[top + i][left + j])) for j in range(7)) for i in range(7)]
        assert seen == rings
    assert [rows[6][k] for k in range(8, n - 8)] == [k % 2 == 0 for k in range(8, n - 8)]


def test_the_mask_is_the_one_that_is_easiest_to_read() -> None:
    best = qr.encoded(TEXTS[0])
    each = [qr.encoded(TEXTS[0], mask) for mask in range(8)]
    assert best in each and qr.penalty(best) == min(map(qr.penalty, each))


@pytest.mark.parametrize("text", TEXTS, ids=len)
def test_another_reader_reads_every_mask_of_every_version(text: str) -> None:
    zxingcpp = pytest.importorskip("zxingcpp", reason="needs the wheel zxing-cpp (pip install zxing-cpp)")
    for mask in (None, *range(8)):
        rows = qr.quiet(qr.encoded(text, mask))
        grey = b"".join(bytes(0 if dark else 255 for dark in row for _ in range(5)) * 5 for row in rows)
        picture = memoryview(grey).cast("B", (5 * len(rows), 5 * len(rows)))
        (found,) = zxingcpp.read_barcodes(picture)
        assert (found.text, found.ec_level) == (text, "M")
