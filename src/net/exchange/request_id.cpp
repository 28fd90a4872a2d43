#include "net/exchange/request_id.hpp"

#include <algorithm>
#include <cstring>
#include <random>

#include "base/ascii.hpp"
#include "base/hex.hpp"

namespace agent_access::net {
namespace {

constexpr std::string_view kRequestIdField = "X-Request-Id";

bool is_request_id(std::string_view text) noexcept {
  const auto allowed = [](char c) { return base::is_alphanumeric(c) || c == '.' || c == '_' || c == '-'; };
  return !text.empty() && text.size() <= kLongestRequestId && std::ranges::all_of(text, allowed);
}

}  // namespace

RequestIds RequestIds::seeded() {
  std::random_device system;
  const std::uint64_t high = system();
  return RequestIds((high << 32) | system());
}

RequestId RequestIds::next() noexcept {
  // splitmix64: a counter from a random start, mixed by a bijection.
  std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15U;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
  mixed ^= mixed >> 31;
  constexpr std::size_t kMadeSize = 16;
  std::array<char, kMadeSize> made;
  for (char& digit : made) {
    digit = base::kHexDigits[mixed >> 60];
    mixed <<= 4;
  }
  RequestId id;
  std::memcpy(id.bytes.data(), made.data(), made.size());
  id.size = kMadeSize;
  return id;
}

std::optional<RequestId> named_request_id(const http::Request& request) noexcept {
  const http::Field* found = nullptr;
  for (const http::Field& field : request.fields) {
    if (!http::equal_names(field.name, kRequestIdField)) continue;
    if (found != nullptr && found->value != field.value) return std::nullopt;
    found = &field;
  }
  if (found == nullptr) return std::nullopt;
  const std::string_view text = http::without_copies(found->value);
  if (!is_request_id(text)) return std::nullopt;
  RequestId id;
  id.size = static_cast<std::uint8_t>(text.size());
  std::ranges::copy(text, id.bytes.begin());
  return id;
}

}  // namespace agent_access::net
