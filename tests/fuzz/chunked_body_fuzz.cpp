// A chunked body gives the same result and the same data however it is split, and never more data than the limit;
// llhttp and Boost.Beast end an accepted one at the same byte, with the same data. The first byte selects the
// pieces.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "differential/framing_differential.hpp"
#include "fuzz/target.hpp"
#include "net/http1/request_reader.hpp"

namespace agent_access::fuzz {
namespace {

constexpr std::size_t kMostBody = 16 * 1024;

struct Outcome {
  bool complete = false;
  std::optional<http::RequestError> fault;
  std::size_t taken = 0;
  std::string data;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome decode(std::string_view stream, std::size_t piece) {
  net::ChunkedBody body(kMostBody);
  Outcome outcome;
  while (outcome.taken < stream.size() && !body.is_complete() && !outcome.fault) {
    const std::string_view part = stream.substr(outcome.taken, piece);
    std::vector<char> exact(part.begin(), part.end());
    const net::ChunkedBody::Step step = body.decode(exact);
    must(step.produced <= step.taken && step.taken <= exact.size());
    must(step.taken == exact.size() || body.is_complete() || step.fault);
    outcome.data.append(exact.data(), step.produced);
    outcome.taken += step.taken;
    outcome.fault = step.fault;
  }
  must(body.size() == outcome.data.size() && body.size() <= kMostBody && outcome.taken <= 2 * kMostBody + 1);
  outcome.complete = body.is_complete();
  return outcome;
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(chunked_body) {
  if (size == 0) return;
  const std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Outcome whole = decode(stream, stream.size());
  must(whole == decode(stream, 1) && whole == decode(stream, 1U + data[0]));
  if (!whole.complete) return;
  must(stream.substr(0, whole.taken).ends_with("\r\n\r\n"));
  const std::string head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  must(test::accepted_size(head + std::string(stream)) == head.size() + whole.taken);
  const auto found = test::disagreement(head + std::string(stream));
  if (!found) return;
  std::fprintf(stderr, "%s\n", found->c_str());
  std::abort();
}

}  // namespace agent_access::fuzz
