# Every target installs missing packages that it needs: Debian packages, npm packages for tests.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help build program run test test-all test-rest check bench fuzz package clean unit blackbox asan tsan npm servers mutation faults proxies sanitized soak fleet coverage bench-check bench-micro
.PHONY: docs arm64 oss-fuzz dist release package-test examples frameworks mcp-conformance worker-conformance matrix wasm npm-package windows

LISTEN ?= 127.0.0.1:8080

help: ## List the targets
	@awk -F':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: program ## Build build/release/agent-access
	@echo "build/release/agent-access is ready. To try it: build/release/agent-access dev"

program:
	@scripts/install-packages build
	@scripts/cmake-build release agent-access

run: ## Build, then serve the embedded demo on 127.0.0.1:8080 (LISTEN=ADDRESS:PORT)
	@scripts/install-packages build
	@[ -e build/release/agent-access ] || echo "This builds the program (four minutes on two cores) and serves a demo on $(LISTEN)."
	@$(MAKE) --no-print-directory program
	@exec build/release/agent-access dev --listen $(LISTEN)

test: ## Run the unit tests, the tests over HTTP and of clients, and the documents' commands: three minutes
	@scripts/install-packages build test
	@scripts/test

test-all: test ## Run make test, then make test-rest
	@$(MAKE) --no-print-directory test-rest

test-rest: ## Run what needs servers, a browser or more time: proxies, pages, faults, replicas, package, sanitizers, lint
	@scripts/install-packages build rest check docs package
	@scripts/test --rest

unit: ## Build and run the unit tests
	@scripts/install-packages build unit
	@scripts/unit-tests dev

asan: ## Run the unit tests with AddressSanitizer and UBSan
	@scripts/install-packages build unit sanitizers
	@scripts/unit-tests asan

tsan: ## Run the threaded tests with ThreadSanitizer
	@scripts/install-packages build unit sanitizers
	@scripts/unit-tests tsan

arm64: ## Build the program and the unit tests for arm64 and run them by emulation
	@scripts/install-packages build unit arm64
	@scripts/arm64

npm: ## Install the npm packages of the tests
	@scripts/install-packages test
	@scripts/npm-install

servers: npm
	@scripts/install-packages rest

faults: program servers ## Run the fault tests (FAULTS=--long adds the long tests)
	@scripts/suite faults $(FAULTS)

proxies: program servers ## Run clients and attackers behind HAProxy, nginx, Caddy and Apache (PROXIES=--long)
	@scripts/suite proxies $(PROXIES)

sanitized: servers ## Run the conformance tests with ASan + UBSan, then with TSan (SANITIZED=--short)
	@scripts/install-packages build
	@scripts/sanitized $(SANITIZED)

frameworks: program npm ## Run a site of each framework of docs/frameworks.md with its lines, Next.js and Nuxt among them
	@for folder in tests/frameworks tests/frameworks/next tests/frameworks/nuxt; do scripts/npm-install $$folder || exit; done
	@scripts/suite frameworks

soak: program servers ## Run 30 minutes of load under attacks (MINUTES=2, RECORD=1 for docs/development/soak.md)
	@scripts/suite soak

fleet: program servers ## Run a fleet of replicas under load while parts of it fail and change (RECORD=1 for docs/operations)
	@scripts/suite fleet

matrix: ## Run make test-all on machines unlike this one (ROW=container): container, user, terminal, environment, ...; hours
	@scripts/matrix $(ROW)

mcp-conformance: program npm ## Run the conformance suite of MCP against /mcp; writes build/mcp-conformance.md
	@scripts/suite mcp-conformance

worker-conformance: program npm ## Run the conformance tests against an exported worker, on Node, on workerd and as one module
	@scripts/suite worker-conformance

blackbox: program npm ## Run the black-box tests of make test
	@scripts/suite blackbox

check: ## Run clang-format, Doxygen and clang-tidy; half an hour (CHECK=--changed: two minutes)
	@scripts/install-packages build unit check docs
	@scripts/check $(CHECK)

bench: program ## Measure and compare with other programs (BENCH="--quick"; RECORD=1 for docs/development/performance)
	@scripts/install-packages bench
	@bench/run $(BENCH)

bench-check: ## Compare the instruction counts of fixed requests with the recorded ones; +3 % fails (RECORD=1 records)
	@scripts/install-packages build instructions
	@scripts/cmake-build release scripts_driver
	@RECORD=$(RECORD) bench/check

bench-micro: ## Run micro-benchmarks of frequent functions (FILTER=token)
	@scripts/install-packages build micro
	@cmake --preset release >/dev/null
	@scripts/cmake-build release bench_micro
	@build/release/bench_micro --benchmark_filter='$(or $(FILTER),.)'

fuzz: ## Run each fuzz target for SECONDS_EACH=60, FUZZ_JOBS=2 at a time
	@scripts/install-packages build fuzz
	@scripts/fuzz

oss-fuzz: ## Build the fuzz targets as OSS-Fuzz does, and run them on their seeds (SANITIZER=undefined)
	@scripts/install-packages build fuzz
	@scripts/oss-fuzz

coverage: ## Measure branch coverage of verifier, keys, framing and limiter; below 100 % fails
	@scripts/install-packages build unit coverage
	@scripts/coverage

examples: program servers ## Compile the programs of examples/ in Go and Rust, and run those of all languages
	@scripts/install-packages examples
	@AGENT_ACCESS_EXAMPLES=long scripts/suite slow/examples.test.mjs docs/agent_pages.test.mjs

mutation: npm ## Remove one check at a time, after which a test must fail; writes build/mutation.md
	@scripts/install-packages build test
	@scripts/suite mutation

docs: ## Build the API reference of all headers in build/docs/html
	@scripts/install-packages docs
	@scripts/check --docs

package: program ## Build the Debian package into build/package
	@scripts/release/package

package-test: package servers ## Build the package again and compare, then install, upgrade and purge it in a booted Debian
	@scripts/install-packages booted
	@scripts/release/package-test

wasm: ## Compile the commands that need no server to WebAssembly, build/wasm; in a Debian 13 of its own if Emscripten is missing (WASM=--test: and unit tests)
	@scripts/wasm $(WASM)

npm-package: wasm ## Build build/npm/agent-access-VERSION.tgz, the npm package
	@scripts/npm-package

windows: npm-package npm ## Run the npm package on Node.js for Windows, under Wine
	@scripts/install-packages windows
	@npm_config_force=true scripts/npm-install tests/npm
	@scripts/suite npm/windows.test.mjs

dist: ## Build everything of a release of HEAD into build/dist: packages for Debian 12 and 13, container image, worker, source archive
	@scripts/release/dist

release: ## Tag VERSION=1.2.3 and build everything of it (docs/development/releasing.md); DRY_RUN=1 only checks
	@scripts/release/tag $(if $(DRY_RUN),--dry-run) $(VERSION)

clean: ## Remove build/
	@rm -rf build
