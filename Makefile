# `make run` to fly, `make test` to check everything; `make help` lists the rest.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: run link backup restore demo pictures test sweep unit rest near services e2e packages bytecode sweep-unit sweep-services sweep-e2e faults lint types checks facts rules bench scale tournament calibration balance soak format lock clean help

BIN := .venv/bin
STAMP := .venv/requirements.stamp
TESTS := .venv/requirements-dev.stamp
RESULTS := test-artifacts
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal
BROWSER := chromium libatomic1
SERVICES := redis-server postgresql
WITH_BROWSER := bin/with_packages "$(BROWSER)"
ON_SERVICES := bin/with_packages "$(SERVICES)" $(BIN)/python bin/with_services.py $(PYTEST) -p tests.databases
# A journey often waits for another page or the clock: three keep two processors busy. The longest begin first.
JOURNEYS := $(WITH_BROWSER) $(BIN)/python -m pytest -n 3 --dist load --maxschedchunk 1 tests/e2e
# Dozens of processes, from the workers of the tests to those of the kill test, would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

$(STAMP): requirements.lock bin/bootstrap
	@bin/bootstrap

$(TESTS): requirements-dev.lock bin/bootstrap
	@bin/bootstrap dev

run: $(STAMP)  ## Start web and worker on this machine and print a sign-in link
	@$(BIN)/python bin/run.py

link: $(STAMP)  ## Print another one-time sign-in link for the owner
	@$(BIN)/python manage.py signin_link --base-url http://localhost:$(or $(PORT),8000)

backup: $(STAMP)  ## Back up this machine's Ready Room into one file; TO=<file or folder>
	@$(BIN)/python bin/manage_here.py backup $(if $(TO),--to "$(TO)")

restore: $(STAMP)  ## Bring a backup (FILE) back into an empty Ready Room on this machine
	@$(BIN)/python bin/manage_here.py restore "$(FILE)"

demo: $(STAMP)  ## Fill this machine's Ready Room with a club to walk into, and print sign-in links; AWAY=1 takes it away
	@$(BIN)/python bin/manage_here.py demo $(if $(AWAY),--away,--base-url http://localhost:$(or $(PORT),8000))

pictures: $(TESTS)  ## Fill a Ready Room of its own with the demo and make README's pictures of it
	@$(WITH_BROWSER) $(BIN)/python bin/pictures.py

test: $(TESTS)  ## Check everything
	@$(BIN)/python bin/steps.py $(RESULTS) "packages types services e2e" "lint checks bytecode rest"

sweep: $(TESTS)  ## What is dear and broad: every pack, scenario and paper, the large kill test, long journeys
	@$(BIN)/python bin/steps.py $(RESULTS)/sweep "sweep-unit sweep-services sweep-e2e"

unit: $(TESTS)  ## All tests but the browser's, on SQLite and the folder broker
	$(PYTEST) --ignore tests/e2e --ignore tests/services --junitxml $(RESULTS)/unit.xml

# Of the unit tests those that services does not run: where it can, its tests see PostgreSQL here and SQLite in the sweep.
rest: BY_SERVICES = $(and $(wildcard /usr/lib/postgresql/*/bin/initdb),$(shell command -v redis-server),not portable and)
rest: $(TESTS)
	$(PYTEST) --ignore tests/e2e --ignore tests/services -m "$(BY_SERVICES) not sweep" --junitxml $(RESULTS)/rest.xml

near: $(TESTS)  ## The tests of the rooms in which PATHS lie, or what is not committed
	@$(BIN)/python bin/near.py $(PATHS)

services: $(TESTS)  ## What a database may do differently, and all concurrency, on a real PostgreSQL and Redis
	@$(ON_SERVICES) tests/concurrency tests/services $$(grep -rlw portable tests --include="test_*.py") \
		-m "portable and not sweep" --junitxml $(RESULTS)/services.xml

e2e: $(TESTS)  ## The journeys of a browser
	@$(JOURNEYS) --junitxml $(RESULTS)/e2e.xml

# Before two processes of the tests ask apt-get for the same: what services and e2e need of Debian.
packages:
	@bin/with_packages "$(SERVICES) $(BROWSER)"

# Imports all tests, which compiles them and whatever they import, and runs one, for which the database is migrated.
bytecode: ONE = test_the_same_again_is_the_same_rows
bytecode: $(TESTS)
	@$(BIN)/python -m pytest -q --ignore tests/e2e -o python_functions=$(ONE) -k $(ONE)

sweep-unit: $(STAMP)
	$(PYTEST) -m "sweep or portable" --ignore tests/e2e --ignore tests/services --junitxml $(RESULTS)/sweep/sweep-unit.xml

sweep-services: $(STAMP)
	@$(ON_SERVICES) $(addprefix tests/,accounts campaigns clubs concurrency demo missions notices pages services upkeep) \
		-m "database and not portable or portable and sweep" --junitxml $(RESULTS)/sweep/sweep-services.xml

faults: export HEALED_WITHIN = 60
faults: export KILLS = 500
faults: export KILLS_OF_REDIS = 20
faults: export KILLS_OF_POSTGRESQL = 5
faults: $(TESTS)  ## 1,000 kills of workers, 20 of Redis, 5 of PostgreSQL, full disks, locks and clocks that jump (hours)
	$(BIN)/python -m pytest -n 1 -m sweep tests/concurrency/test_kill.py tests/concurrency/test_faults.py
	bin/with_packages "$(SERVICES)" $(BIN)/python bin/with_services.py $(BIN)/python -m pytest -n 1 -p tests.databases \
		-m sweep tests/concurrency/test_kill.py tests/concurrency/test_faults.py tests/concurrency/test_two_machines.py

sweep-e2e: $(STAMP)
	@$(JOURNEYS) -m sweep --junitxml $(RESULTS)/sweep/sweep-e2e.xml

lint: $(TESTS)  ## Style of Python and templates, and who may import whom
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/djlint --quiet --check --lint templates
	$(BIN)/lint-imports --no-logo

types: $(TESTS)  ## Types; once more from nothing where mypy's cache still asks for modules that have moved away
	@mkdir -p $(RESULTS) && { $(BIN)/mypy > $(RESULTS)/types.txt; failed=$$?; cat $(RESULTS)/types.txt; \
	  if grep -q "import-not-found" $(RESULTS)/types.txt; then rm -rf .mypy_cache && $(BIN)/mypy; else exit $$failed; fi; }

checks: export READY_ROOM_DATA = $(RESULTS)/checks
checks: export SECRET_KEY = $(shell head -c 48 /dev/urandom | base64)
checks: export ALLOWED_HOSTS = ready-room.example
checks: $(TESTS)  ## Django's own checks: migrations, and the settings as a server would have them
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python manage.py check --deploy --fail-level WARNING

facts: export DJANGO_SETTINGS_MODULE = config.settings_test
facts: $(TESTS)  ## What contradicts itself in packs and scenarios: types before they served, squadrons before they were formed, days, places
	@$(BIN)/python manage.py facts

rules: $(TESTS)  ## Which sections of the rulebooks are tested
	$(BIN)/python -m tests.engine.coverage

bench: $(TESTS)  ## The engine's speed beside python-chess, a long campaign's, the printed book's beside its peers, a club night of fifty, a hundred games on screen, forecasts
	$(BIN)/python -m bench

scale: $(TESTS)  ## A thousand clubs (CLUBS) on PostgreSQL: what the clock runs and what people open, and how much is read for it
	bin/with_packages "$(SERVICES)" $(BIN)/python bin/with_services.py $(BIN)/python -m bench.scale --clubs $(or $(CLUBS),1000) --plans

tournament: KEEPING := $(if $(KEPT),--kept $(KEPT))
tournament: $(TESTS)  ## The levels of the staff against each other, or AGAINST=<git ref>; SYSTEM=<system> GAMES=<of each> KEPT=<folder, to go on later>; MISSIONS=<of each type>: an ace in campaign missions
	$(BIN)/python -m bench.$(if $(MISSIONS),level_missions --missions $(MISSIONS) $(KEEPING),$(if $(AGAINST),tournament $(AGAINST),levels $(KEEPING)) $(SYSTEM) --games $(or $(GAMES),400))

calibration: $(TESTS)  ## Forecasts held against what then happened, over MISSIONS of every shipped pack
	$(BIN)/python -m bench.calibration --missions $(or $(MISSIONS),2000)

balance: export DJANGO_SETTINGS_MODULE = config.settings_test
balance: $(TESTS)  ## How campaigns of the shipped packs come out, for their pages: 300 (RUNS) of each of PACKS that has changed
	@$(BIN)/python manage.py balance $(PACKS) --runs $(or $(RUNS),300)

soak: export DJANGO_SETTINGS_MODULE = config.settings_test
soak: $(TESTS)  ## 100,000 random dogfights, 20,000 games of each other kind, every pack 200 times, 400 games of each system by clicks (long): ONLY=games
	$(if $(filter-out engine,$(ONLY)),,$(BIN)/python -m tests.engine.soak)
	$(if $(filter-out campaigns,$(ONLY)),,$(BIN)/python -m tests.soak_campaigns)
	$(if $(filter-out games,$(ONLY)),,$(BIN)/python -m tests.soak_games)

format: $(TESTS)  ## Put Python and templates into shape
	$(BIN)/ruff check --quiet --fix .
	$(BIN)/ruff format --quiet .
	$(BIN)/djlint --quiet --reformat templates

COMPILE := .boot/bin/uv pip compile --quiet --universal --python-version 3.11 --no-header --no-annotate --generate-hashes \
	--no-emit-index-url pyproject.toml

lock: $(TESTS)  ## Resolve pyproject.toml anew: requirements.lock for servers, requirements-dev.lock with the tests' packages
	$(COMPILE) --group dev --output-file requirements-dev.lock
	$(COMPILE) --constraints requirements-dev.lock --output-file requirements.lock

clean:  ## Remove what was installed and made; data/ stays
	rm -rf .venv .boot staticfiles $(RESULTS) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

help:  ## This list
	@sed -nE 's/^([a-z0-9]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 18
