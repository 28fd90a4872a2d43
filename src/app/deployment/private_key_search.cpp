#include "app/deployment/private_key_search.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.hpp"

namespace agent_access::app {
namespace {

constexpr std::string_view kBegin = "-----BEGIN ";
constexpr std::string_view kLabelEnd = "PRIVATE KEY-----";
constexpr std::size_t kLongestLabel = 40;
/// Enough for the header lines of an encrypted key and the start of its base64.
constexpr std::size_t kBodySearched = 2048;
/// Words of a text are shorter, lines of PEM longer.
constexpr std::size_t kShortestRun = 16;
/// Of base64: the shortest private keys have 64.
constexpr std::size_t kLeastBody = 40;

/// 1.2.840.10045.3.1.7 in DER.
constexpr std::string_view kP256("\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07", 10);
/// ECPrivateKey: version 1, an octet string of 32 bytes.
constexpr std::string_view kEcPrivateKey("\x02\x01\x01\x04\x20", 5);
/// In both forms the curve is within this many bytes of the version.
constexpr std::size_t kNear = 64;

constexpr bool is_base64(char c) noexcept { return base::is_alphanumeric(c) || c == '+' || c == '/' || c == '='; }

/// The number of base64 characters in runs that are longer than words.
std::size_t base64_in(std::string_view text) noexcept {
  std::size_t sum = 0;
  std::size_t run = 0;
  const auto end_run = [&] {
    if (run >= kShortestRun) sum += run;
    run = 0;
  };
  for (const char c : text) is_base64(c) ? static_cast<void>(++run) : end_run();
  end_run();
  return sum;
}

bool holds_pem(std::string_view bytes) noexcept {
  for (auto at = bytes.find(kLabelEnd); at != std::string_view::npos; at = bytes.find(kLabelEnd, at + 1)) {
    const auto from = at - std::min(at, kLongestLabel);
    const auto label = bytes.substr(from, at - from);
    const auto begin = label.rfind(kBegin);
    if (begin == std::string_view::npos || label.find('\n', begin) != std::string_view::npos) continue;
    const auto body = bytes.substr(at + kLabelEnd.size(), kBodySearched);
    if (base64_in(body.substr(0, body.find("-----"))) >= kLeastBody) return true;
  }
  return false;
}

bool holds_der(std::string_view bytes) noexcept {
  for (auto at = bytes.find(kP256); at != std::string_view::npos; at = bytes.find(kP256, at + 1)) {
    const auto from = at - std::min(at, kNear);
    if (bytes.substr(from, kP256.size() + 2 * kNear).find(kEcPrivateKey) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

bool holds_private_key(std::string_view bytes) noexcept { return holds_pem(bytes) || holds_der(bytes); }

}  // namespace agent_access::app
