#include "net/tls/ticket_keys.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "crypto/digest.hpp"

namespace agent_access::net {
namespace {

constexpr std::string_view kSalt = "agent-access";
constexpr std::string_view kLabel = "agent-access/tls-ticket/v1/";
constexpr std::size_t kKeySize = 16 + 32 + 32;

}  // namespace

std::int64_t TicketKeys::current_epoch() const noexcept {
  const std::chrono::seconds now = clock_->now().time_since_epoch();
  return std::chrono::floor<std::chrono::duration<std::int64_t, std::ratio<12L * 3600>>>(now).count();
}

std::shared_ptr<const TicketKey> TicketKeys::of(std::int64_t epoch) const {
  const std::scoped_lock lock(mutex_);
  Kept& kept = kept_[static_cast<std::uint64_t>(epoch) % kept_.size()];
  if (kept.key && kept.epoch == epoch) return kept.key;
  const std::string info = std::string(kLabel) + std::to_string(epoch);
  auto bytes = crypto::hkdf_sha256(secret_.reveal(), base::bytes_of(kSalt), base::bytes_of(info), kKeySize);
  if (!bytes) return nullptr;
  kept = {epoch, std::make_shared<const TicketKey>(std::move(*bytes))};
  return kept.key;
}

std::optional<TicketKeys::Found> TicketKeys::find(base::ByteView name) const {
  const std::int64_t now = current_epoch();
  for (const std::int64_t epoch : {now, now - 1, now + 1}) {
    auto key = of(epoch);
    // A name is not secret: each ticket contains it.
    if (key && std::ranges::equal(key->name(), name)) return Found{std::move(key), epoch == now};
  }
  return std::nullopt;
}

}  // namespace agent_access::net
