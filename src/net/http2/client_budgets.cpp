#include "net/http2/client_budgets.hpp"

#include <algorithm>
#include <functional>
#include <new>
#include <string_view>

#include "http/handler.hpp"

namespace agent_access::net::h2 {
namespace {

/// An IPv6 /64 counts as one client, as for connection caps.
constexpr std::size_t kClientBits = 64;

static_assert(ClientBudgets::kRefusal == http::kClientRefusal, "the value of Retry-After");

}  // namespace

std::span<ClientBudgets::Debt> ClientBudgets::set_of(const base::IpAddress& client) const noexcept {
  if (!debts_) return {};
  const std::string_view bytes(reinterpret_cast<const char*>(client.bytes.data()), client.bytes.size());
  const std::size_t set = std::hash<std::string_view>{}(bytes) % kSets;
  return {debts_.get() + set * kWays, kWays};
}

ClientBudgets::Debt* ClientBudgets::find(const base::IpAddress& client, SteadyTime now) const noexcept {
  if (now >= all_paid_at_) return nullptr;
  const base::IpAddress network = client.prefix(kClientBits);
  const std::span<Debt> set = set_of(network);
  const auto found = std::ranges::find(set, network, &Debt::client);
  return found != set.end() && now < found->paid_at ? &*found : nullptr;
}

void ClientBudgets::charge(const base::IpAddress& client, std::uint32_t cost, SteadyTime now) noexcept {
  if (!debts_) debts_.reset(new (std::nothrow) Debt[kSets * kWays]);
  if (!debts_) return;
  Debt* debt = find(client, now);
  if (debt == nullptr) {
    const base::IpAddress network = client.prefix(kClientBits);
    const std::span<Debt> set = set_of(network);
    // The client's own paid entry is reused before another's, so that no client is in a set twice.
    const auto own = std::ranges::find(set, network, &Debt::client);
    debt = own != set.end() ? &*own : &*std::ranges::min_element(set, {}, &Debt::paid_at);
    *debt = {network, now, false};
  }
  if (debt->paid_at <= now + kRefusal) debt->refused = false;
  debt->paid_at += cost * kUnit;
  if (debt->paid_at > now + kMostDebt) {
    debt->paid_at = now + kMostDebt;
    debt->refused = true;
  }
  all_paid_at_ = std::max(all_paid_at_, debt->paid_at);
}

void ClientBudgets::answered(const base::IpAddress& client, SteadyTime now) noexcept {
  Debt* const debt = find(client, now);
  if (debt != nullptr) debt->paid_at -= Guard::kAnswerRefill * kUnit;
}

bool ClientBudgets::refuses(const base::IpAddress& client, SteadyTime now) const noexcept {
  const Debt* const debt = find(client, now);
  return debt != nullptr && debt->refused && debt->paid_at > now + kRefusal;
}

}  // namespace agent_access::net::h2
