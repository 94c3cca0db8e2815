# make play: the box.  make test: the whole test suite.  Both set everything up themselves.
PYTHON ?= python3
BIN := .venv/bin
BOX_NEEDS := qemu-system-x86 qemu-system-data qemu-utils ipxe-qemu seabios mmdebstrap e2fsprogs gcc libc6-dev make \
	xz-utils cpio busybox-static kmod
BOX_PROGRAMS := qemu-system-x86_64 qemu-img mmdebstrap mke2fs gcc make xz cpio busybox depmod

.PHONY: play test xserver lint slow mutants bench goldens box-test box-slow qemu clean

play: .venv/ready
	$(BIN)/mopsbox play

test: .venv/ready xserver
	$(BIN)/python -m pytest

# The window is tested in a real X server. As root on Debian it is installed, else its test is skipped with the reason.
xserver:
	@command -v Xvfb >/dev/null && command -v xdotool >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
		&& apt-get update -qq && apt-get install -y -qq --no-install-recommends xvfb xdotool >/dev/null; } \
		|| echo "For the window's test: sudo apt-get install xvfb xdotool"

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

slow: .venv/ready
	$(BIN)/python -m pytest -m 'slow and not box'

# The whole box in a virtual machine (tests/box). As root on Debian what it needs is installed, else it says what to do.
box-test: .venv/ready box-packages
	$(BIN)/python -m pytest -m 'box and not slow' -rs tests/box

box-slow: .venv/ready box-packages
	$(BIN)/python -m pytest -m box -rs tests/box

box-packages:
	@missing=$$($(BIN)/python -m tests.box.recipe) || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
		&& apt-get update -qq && apt-get install -y -qq --no-install-recommends $$missing >/dev/null; } \
		|| echo "The box in a virtual machine cannot be made here"

mutants: .venv/ready
	$(BIN)/python tests/mutants.py

goldens: .venv/ready xserver
	MOPSBOX_GOLDENS=1 $(BIN)/python -m pytest tests/window

# The whole box in a virtual machine: what CI can wait for, and everything. Elsewhere it is skipped with the reason.
box-test: .venv/ready qemu
	$(BIN)/python -m pytest -rs -m 'box and not slow' tests/box

box-slow: .venv/ready qemu
	$(BIN)/python -m pytest -rs -m box tests/box

qemu:
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
		&& ! (for it in $(BOX_PROGRAMS); do command -v $$it >/dev/null || exit 1; done); then \
		apt-get update -qq && apt-get install -y -qq --no-install-recommends $(BOX_NEEDS) >/dev/null; fi

bench: .venv/ready
	$(BIN)/mopsbox bench

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

clean:
	rm -rf .venv build device/*.egg-info
