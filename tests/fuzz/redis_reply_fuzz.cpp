// Any bytes from Redis, in any pieces: they are refused, or are a valid reply within its bounds, and how they were
// split makes no difference.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "fuzz/target.hpp"
#include "limit/shared/reply_reader.hpp"

namespace agent_access::fuzz {
namespace {

using namespace limit;

constexpr std::int64_t kMostOwed = 120'000'000;

struct Seen {
  std::vector<ReplyKind> kinds;
  std::vector<std::int64_t> owed;
  bool is_refused = false;
  bool operator==(const Seen&) const = default;
};

void check_limits(const Reply& reply, Seen& seen) {
  seen.kinds.push_back(reply.kind());
  must(reply.text().size() <= 255 && reply.integers().size() <= kMostIntegers);
  static_cast<void>(read_ok(reply));
  const auto id = read_script_id(reply);
  must(!id || id->size() == 40);
  const auto owed = read_owed(reply, reply.integers().size(), kMostOwed);
  if (!owed) return;
  for (const auto value : *owed) {
    must(value >= 0 && value <= kMostOwed);
    seen.owed.push_back(value);
  }
}

Seen read(std::string_view bytes, std::size_t piece) {
  Seen seen;
  ReplyReader reader;
  while (!bytes.empty()) {
    const auto part = bytes.substr(0, piece);
    bytes.remove_prefix(part.size());
    if (!reader.feed(part)) return seen.is_refused = true, seen;
    for (;;) {
      const auto reply = reader.next();
      if (!reply) return seen.is_refused = true, seen;
      if (*reply == nullptr) break;
      check_limits(**reply, seen);
    }
  }
  return seen;
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(redis_reply) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  must(read(bytes, bytes.size()) == read(bytes, 1));
}

}  // namespace agent_access::fuzz
