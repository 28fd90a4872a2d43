#include <benchmark/benchmark.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ops/line.hpp"

namespace agent_access {
namespace {

/// The access line of a profile request.
void append_line(benchmark::State& state) {
  const ops::LogTime time{std::chrono::milliseconds{1'790'000'000'123}};
  std::array<char, 4096> line;
  std::size_t size = 0;
  for (auto _ : state) {
    size = ops::write_json_line(line.data(), time, ops::Level::info, "access",
                                {{"request_id", std::string_view{"0123456789abcdef"}},
                                 {"client", std::string_view{"203.0.113.0/24"}},
                                 {"method", std::string_view{"GET"}},
                                 {"host", std::string_view{"example.com"}},
                                 {"path", std::string_view{"/api/agent/full-profile"}},
                                 {"route", std::string_view{"profile"}},
                                 {"status", std::int64_t{200}},
                                 {"error", std::string_view{}},
                                 {"reason", std::string_view{}},
                                 {"duration_us", std::int64_t{125}},
                                 {"user_agent", std::string_view{"ExampleAgent/1.0"}},
                                 {"client_id", std::string_view{"9f1c2d3e-4a5b-4c6d-8e7f-0a1b2c3d4e5f"}},
                                 {"kid", std::string_view{"Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyMDA"}},
                                 {"jti", std::string_view{"1f1c2d3e-4a5b-4c6d-8e7f-0a1b2c3d4e5f"}}});
    benchmark::DoNotOptimize(line.data());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(size));
}
BENCHMARK(append_line)->Name("log_line_render");

}  // namespace
}  // namespace agent_access
