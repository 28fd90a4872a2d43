#include <benchmark/benchmark.h>

#include <cstddef>
#include <string>
#include <vector>

#include "base/base64url.hpp"

namespace agent_access {
namespace {

void encode(benchmark::State& state) {
  const std::vector<std::byte> bytes(static_cast<std::size_t>(state.range(0)), std::byte{0x5a});
  std::string out(base::base64url_encoded_size(bytes.size()), '\0');
  for (auto _ : state) benchmark::DoNotOptimize(base::base64url_encode_to(bytes, out.data()));
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(encode)->Name("base64url_encode")->Arg(32)->Arg(64)->Arg(300);

void decode(benchmark::State& state) {
  const std::vector<std::byte> bytes(static_cast<std::size_t>(state.range(0)), std::byte{0x5a});
  const std::string text = base::base64url_encode(bytes);
  std::vector<std::byte> out(bytes.size());
  for (auto _ : state) benchmark::DoNotOptimize(base::base64url_decode_to(text, out));
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(decode)->Name("base64url_decode")->Arg(32)->Arg(64)->Arg(300);

}  // namespace
}  // namespace agent_access
