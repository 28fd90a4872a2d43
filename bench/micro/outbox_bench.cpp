#include <benchmark/benchmark.h>

#include <string>

#include "http/fields.hpp"
#include "net/exchange/outbox.hpp"
#include "net/exchange/request_id.hpp"

namespace agent_access {
namespace {

/// An answer with a constant body of 2 KiB, as for a document.
void seal(benchmark::State& state) {
  static const std::string body(2048, 'x');
  net::Outbox outbox;
  net::RequestIds ids(1);
  for (auto _ : state) {
    net::Outgoing& outgoing = outbox.add();
    outgoing.request_id = ids.next();
    outgoing.response.constant_fields = http::kCorsFields;
    outgoing.response.constant_body = body;
    outbox.seal(outgoing, "Date: Mon, 21 Sep 2026 14:13:20 GMT\r\n", net::Persistence::implied);
    benchmark::DoNotOptimize(outgoing.head.data());
    outbox.clear();
  }
}
BENCHMARK(seal)->Name("outbox_seal");

}  // namespace
}  // namespace agent_access
