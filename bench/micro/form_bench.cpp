#include <benchmark/benchmark.h>

#include <string_view>

#include "http/form.hpp"

namespace agent_access {
namespace {

constexpr std::string_view kTokenForm =
    "grant_type=client_credentials&client_id=9f1c2d3e-4a5b-4c6d-8e7f-0a1b2c3d4e5f"
    "&client_secret=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyMDA";

void read_form(benchmark::State& state) {
  for (auto _ : state) {
    if (!http::read_form(kTokenForm)) return state.SkipWithError("a good form was refused");
  }
}
BENCHMARK(read_form)->Name("form_read");

}  // namespace
}  // namespace agent_access
