#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <variant>

#include "net/capacity/limits.hpp"
#include "net/http1/framing.hpp"

namespace agent_access {
namespace {

std::string head_of(std::int64_t more_fields) {
  std::string head =
      "GET /api/agent/full-profile HTTP/1.1\r\nHost: example.com\r\nUser-Agent: ExampleAgent/1.0\r\n"
      "Accept: application/json\r\n";
  for (std::int64_t i = 0; i < more_fields; ++i) head += "X-Field-" + std::to_string(i) + ": some ordinary value\r\n";
  return head + "Authorization: Bearer " + std::string(400, 'a') + "\r\n\r\n";
}

/// By number of fields beyond the usual four.
void parse_head(benchmark::State& state) {
  const std::string text = head_of(state.range(0));
  const net::Limits limits;
  net::Head head;
  for (auto _ : state) {
    if (!std::holds_alternative<net::HeadSize>(net::parse_head(text, limits, head))) {
      return state.SkipWithError("a good head was refused");
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(parse_head)->Arg(0)->Arg(12)->Arg(48);

}  // namespace
}  // namespace agent_access
