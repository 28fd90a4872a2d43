#include <benchmark/benchmark.h>

#include <chrono>
#include <memory>

#include "base/text.hpp"
#include "crypto/digest.hpp"
#include "example_service.hpp"
#include "oauth/bearer.hpp"
#include "oauth/client.hpp"
#include "oauth/token.hpp"
#include "service/verified_token_cache.hpp"

namespace agent_access {
namespace {

constexpr oauth::Seconds kNow{std::chrono::seconds{bench::kNow}};

struct TokenBench {
  TokenBench()
      : snapshot(bench::example_snapshot()),
        issuer(oauth::TokenIssuer::create(snapshot->keys, snapshot->settings.base_urls).value()),
        verifier(oauth::BearerVerifier::create(snapshot->keys, snapshot->settings.base_urls).value()) {
    auto clients = oauth::ClientAuthority::create(snapshot->client_secret_keys).value();
    client_id = clients.register_client(random).value().client_id;
  }
  [[nodiscard]] auto issue() { return issuer.issue(client_id, oauth::Scopes().all(), 0, kNow, random); }

  std::shared_ptr<const service::Snapshot> snapshot;
  bench::CountedRandom random;
  oauth::ClientId client_id{};
  oauth::TokenIssuer issuer;
  oauth::BearerVerifier verifier;
};

/// With the signature.
void issue(benchmark::State& state) {
  TokenBench bench;
  for (auto _ : state) {
    if (!bench.issue()) return state.SkipWithError("no token was issued");
  }
}
BENCHMARK(issue)->Name("token_issue")->Unit(benchmark::kMicrosecond);

/// A token that this process sees for the first time: with the verification.
void verify_new(benchmark::State& state) {
  TokenBench bench;
  const auto issued = bench.issue().value();
  for (auto _ : state) {
    if (!bench.verifier.verify(issued.access_token, kNow)) return state.SkipWithError("a good token was refused");
  }
}
BENCHMARK(verify_new)->Name("token_verify_new")->Unit(benchmark::kMicrosecond);

/// A token seen before: digest, look-up, time.
void recall_known(benchmark::State& state) {
  TokenBench bench;
  const auto issued = bench.issue().value();
  auto hasher = crypto::Sha256::create().value();
  service::VerifiedTokenCache known;
  known.insert(hasher.digest(base::bytes_of(issued.access_token)).value(), 1,
               {issued.client_id, issued.token_id, issued.scopes, issued.expires_at}, kNow);
  for (auto _ : state) {
    const auto found = known.find(hasher.digest(base::bytes_of(issued.access_token)).value(), 1);
    if (!found ||
        !oauth::BearerVerifier::recall(found->client_id, found->token_id, found->scopes, found->expires_at, kNow)) {
      return state.SkipWithError("a known token was not found");
    }
  }
}
BENCHMARK(recall_known)->Name("token_recall_known");

}  // namespace
}  // namespace agent_access
