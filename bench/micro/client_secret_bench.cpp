#include <benchmark/benchmark.h>

#include "base/uuid.hpp"
#include "example_service.hpp"
#include "oauth/client.hpp"

namespace agent_access {
namespace {

void register_client(benchmark::State& state) {
  const auto snapshot = bench::example_snapshot();
  auto clients = oauth::ClientAuthority::create(snapshot->client_secret_keys).value();
  bench::CountedRandom random;
  for (auto _ : state) benchmark::DoNotOptimize(clients.register_client(random));
}
BENCHMARK(register_client)->Name("client_secret_derive");

void authenticate(benchmark::State& state) {
  const auto snapshot = bench::example_snapshot();
  auto clients = oauth::ClientAuthority::create(snapshot->client_secret_keys).value();
  bench::CountedRandom random;
  const auto client = clients.register_client(random).value();
  const auto id = base::to_text(client.client_id);
  for (auto _ : state) {
    if (!clients.authenticate(id, client.client_secret)) return state.SkipWithError("a right secret was refused");
  }
}
BENCHMARK(authenticate)->Name("client_secret_check");

}  // namespace
}  // namespace agent_access
