# `make table` sets up and opens the table; `make test` sets up and runs all tests. Nothing else is needed first.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PYTHON := $(or $(PYTHON),python3)
RUN := .venv/bin/python -X utf8
# More arguments for the command: make table ARGS="--camera 1", make test ARGS="-k lock"
ARGS ?=
# Tests start Python a hundred times: without bytecode each start would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: table test test-long test-durations test-lowest coverage audit check bench bench-vision bench-load bench-advice
.PHONY: train train-advice wheel bundle test-bundle site browser pictures catalogue clean

table:
	@$(PYTHON) requirements/install.py run
	@$(RUN) -m companion table $(ARGS)

test:
	@$(PYTHON) requirements/install.py test
	$(RUN) -m pytest -q -n auto --dist worksteal -m "not long" $(ARGS)

test-long:
	@$(PYTHON) requirements/install.py test
	$(RUN) -m tests.long $(ARGS)

test-durations: # the twenty slowest tests, each by itself: one process, one after another
	@$(PYTHON) requirements/install.py test
	$(RUN) -m pytest -q -p no:xdist -m "not long" --durations=20 $(ARGS)

test-lowest: # the tests on the lowest versions that pyproject.toml allows, OpenCV 4 among them
	@$(PYTHON) -m venv build/lowest
	@build/lowest/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/lowest.txt
	@build/lowest/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	build/lowest/bin/python -X utf8 -m pytest -q -n auto --dist worksteal -m "not long" $(ARGS)

coverage: # branch coverage of the rules, the records and the table by their own tests; below 95 % is an error
	@$(PYTHON) requirements/install.py test
	$(RUN) -m coverage run -m pytest -q -p no:xdist -m "not long and not browser" \
		tests/companion/rules tests/companion/records tests/companion/table tests/test_schemas.py $(ARGS)
	$(RUN) -m coverage report

audit: # whether anything pinned is known to be unsafe; a package that nobody knows is an error; needs the network
	@$(PYTHON) -m venv build/audit
	@build/audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit
	build/audit/bin/pip-audit --strict --disable-pip --require-hashes --progress-spinner off -r requirements/test.txt

check:
	@$(PYTHON) requirements/install.py test
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m codespell_lib
	$(RUN) -m tests.docstrings
	$(RUN) -m tests.file_sizes
	.venv/bin/lint-imports
	$(RUN) -m mypy

bench:
	@$(PYTHON) requirements/install.py test
	$(RUN) -m tests.bench $(ARGS)

bench-load: # a table with forty screens under load: ARGS="--minutes 3"; Linux, in a network
	@$(PYTHON) requirements/install.py test
	$(RUN) -m tests.companion.web.bench_load $(ARGS)

# TINY=1 runs each stage on next to nothing, in build/tiny, and leaves models/ as it is.
TINY ?=
LEARN := $(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r training/requirements/train.txt

train: # the networks, from nothing: scenes, training, export. PHOTOS=DIR adds labelled photos, DASK=ADDRESS a cluster
	@$(PYTHON) requirements/install.py test
	@$(LEARN)
	$(RUN) -m training.dice.pipeline build/$(if $(TINY),tiny --share 0.0001,training) \
		$(if $(PHOTOS),--photos $(PHOTOS)) $(if $(DASK),--dask $(DASK)) $(ARGS)
	$(RUN) -m training.sheets $(if $(TINY),build/tiny/sheets --sheets 4 --steps 2 --out build/tiny/models/marks.onnx)

bench-vision: # reading dice: PHOTOS=DIR for labelled photos, ROLLS=DIR or "DIR DIR" for rolls of `python -m training.evaluation DIR`
	@$(PYTHON) requirements/install.py test
	$(RUN) -m training.evaluation.bench $(if $(PHOTOS),--photos $(PHOTOS)) $(foreach folder,$(ROLLS),--rolls $(folder)) \
		$(if $(TINY),--most 1 --every 50) $(ARGS)

train-advice: # the players: greedy ones evolved, networks learnt by self-play and shipped if they are better; goes on after a stop
	@$(PYTHON) requirements/install.py test
	@$(LEARN)
	@mkdir -p build/tiny
	$(RUN) -m training.advice.evolve $(if $(TINY),classic --generations 1 --games 32 --out build/tiny/greedy.toml)
	$(RUN) -m training.advice.learn $(if $(DASK),--dask $(DASK)) $(if $(TINY),classic --minutes 0.05 --folder build/tiny) $(ARGS)
	$(RUN) -m training.advice.ship $(if $(TINY),classic --games 20 --folder build/tiny)
	$(RUN) -m training.advice.solve_solo $(if $(TINY),--least 40 --out build/tiny/solo.npz)
	$(RUN) -m training.advice.learn_card_value $(if $(TINY),--rounds 1 --games 4 --seen build/tiny/cards --out build/tiny/cards.npz)

bench-advice: # who wins against whom; numba, of the training's packages, compiles the engine
	@$(PYTHON) requirements/install.py test
	@$(LEARN)
	$(RUN) -m training.advice.tournament $(if $(TINY),classic --games 20 --more 20) $(ARGS)
	$(RUN) -m training.advice.levels $(if $(TINY),--deals 1)
	$(RUN) -m training.advice.solve_solo --games $(if $(TINY),20,20000)
	$(RUN) -m training.advice.learn_card_value --duel $(if $(TINY),4,2000)

wheel: # the source archive and the wheel in dist/; then each verb, installed where nothing else is
	@$(PYTHON) requirements/install.py test
	@$(PYTHON) -m venv build/wheel
	@build/wheel/bin/python -m pip install --quiet --disable-pip-version-check build
	build/wheel/bin/python -m build --outdir dist . >/dev/null
	@ls -l dist
	$(RUN) -m pytest -q tests/test_wheel.py $(ARGS)

bundle: # the program for people without Python, for this system: a folder and an archive in build/bundle
	@$(PYTHON) bundle/build.py

test-bundle: # what `make bundle` has made, in an empty environment
	@$(PYTHON) requirements/install.py test
	$(RUN) -m pytest -q -p no:xdist tests/test_bundle.py $(ARGS)

site: # the documentation as a site in build/site; a broken link is an error
	@$(PYTHON) -m venv build/docs
	@build/docs/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/docs.txt
	@NO_MKDOCS_2_WARNING=1 build/docs/bin/mkdocs build --strict --quiet $(ARGS)
	@echo "qwixx: open build/site/index.html"

browser: # a browser for the page's tests, where none is; ARGS=--newest upgrades Debian's
	@$(PYTHON) requirements/install.py test
	@$(RUN) tests/companion/web/chromium.py $(ARGS)

pictures: # the pictures of the documents and the film, anew; only when what they show has changed for people
	@$(PYTHON) requirements/install.py test
	$(RUN) docs/pictures/draw_pictures.py
	$(RUN) docs/pictures/photograph.py
	$(RUN) docs/pictures/film.py

catalogue: # sentences of the code -> sheets/locale, and the compiled catalogues
	@$(PYTHON) requirements/install.py test
	$(RUN) sheets/locale/compile.py

clean:
	rm -rf .venv build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
