# make play: the box.  make test: the whole test suite.  Both set everything up themselves.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test xserver browser lint slow mutants bench goldens gallery sheet box-test box-slow box-packages firmware-test firmware-short firmware-tools clean

play: .venv/ready
	$(BIN)/mopsbox play

test: .venv/ready xserver browser
	$(BIN)/python -m pytest -n 2 --dist loadfile

# The window is tested in a real X server. As root on Debian it is installed, else its test is skipped with the reason.
xserver:
	@command -v Xvfb >/dev/null && command -v xdotool >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
		&& apt-get update -qq && apt-get install -y -qq --no-install-recommends xvfb xdotool >/dev/null; } \
		|| echo "For the window's test: sudo apt-get install xvfb xdotool"

# The page for phones is tested in a real browser. As root on Debian it is installed, else its test is skipped.
browser:
	@command -v chromium >/dev/null && command -v chromedriver >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
		&& apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium chromium-driver >/dev/null; } \
		|| echo "For the page's test: sudo apt-get install chromium chromium-driver"

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

slow: .venv/ready
	$(BIN)/python -m pytest -m 'slow and not box'

# The whole box in a virtual machine (tests/box): what CI can wait for, and everything. As root on Debian what it needs
# is installed; where it cannot be made it is skipped with the reason.
box-test: .venv/ready box-packages
	$(BIN)/python -m pytest -m 'box and not slow' -rs tests/box

box-slow: .venv/ready box-packages
	$(BIN)/python -m pytest -m box -rs tests/box

box-packages:
	@missing=$$($(BIN)/python -m tests.box.recipe) || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null \
		|| { apt-get update -qq && apt-get install -y -qq --no-install-recommends $$missing >/dev/null; }

# The hub's firmware once more, with tools that the other tests do not need: a second assembler, and an emulator that has
# DMA. As root on Debian npm is installed; what cannot be had is skipped with the reason. firmware-test also presses ten
# thousand times, does a thousand kinds of harm, and plays whole games.
firmware-test: .venv/ready firmware-tools xserver
	$(BIN)/python -m pytest -m firmware -rs

firmware-short: .venv/ready firmware-tools
	$(BIN)/python -m pytest -m firmware -rs tests/firmware

firmware-tools: .venv/ready
	@command -v npm >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null \
		|| { apt-get update -qq && apt-get install -y -qq --no-install-recommends nodejs npm >/dev/null; }
	@test -d build/firmware/node_modules/rp2040js || npm install --silent --no-audit --no-fund --prefix build/firmware \
		rp2040js@1.4.1 || echo "For the second emulator: sudo apt-get install nodejs npm"
	@$(BIN)/python -c 'import adafruit_pioasm' 2>/dev/null || $(BIN)/python -m pip install --quiet \
		--disable-pip-version-check --no-deps adafruit-circuitpython-pioasm==1.3.8 || echo "No second assembler for this Python"

mutants: .venv/ready
	$(BIN)/python tests/mutants.py

goldens: .venv/ready xserver
	MOPSBOX_GOLDENS=1 $(BIN)/python -m pytest tests/window tests/test_goldens.py

# Every state in every size and language as a picture, minutes; then open build/gallery/index.html.
gallery: .venv/ready
	$(BIN)/python -m tests.gallery build/gallery

# All drawings on one picture: docs/pugs.png.
sheet: .venv/ready
	$(BIN)/python -m mopsbox.art
	$(BIN)/python -m tests.contact_sheet

bench: .venv/ready
	$(BIN)/mopsbox bench

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

clean:
	rm -rf .venv build device/*.egg-info
