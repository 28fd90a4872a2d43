#include "ops/proxy_notice.hpp"

#include <exception>
#include <string_view>

namespace agent_access::ops {
namespace {

bool is_private_ipv4(unsigned first, unsigned second) noexcept {
  return first == 127 || first == 10 || (first == 172 && (second & 0xf0U) == 16) || (first == 192 && second == 168) ||
         (first == 100 && (second & 0xc0U) == 64) || (first == 169 && second == 254);
}

/// fc00::/7, fe80::/10 and ::1.
bool is_private_ipv6(const base::IpAddress& address) noexcept {
  const unsigned first = address.bytes[0];
  if ((first & 0xfeU) == 0xfc || (first == 0xfe && (address.bytes[1] & 0xc0U) == 0x80)) return true;
  base::IpAddress loopback;
  loopback.bytes.back() = 1;
  return address == loopback;
}

bool is_first(std::atomic<bool>& told) noexcept {
  return !told.load(std::memory_order_relaxed) && !told.exchange(true, std::memory_order_relaxed);
}

}  // namespace

bool ProxyNotice::is_private_use(const base::IpAddress& address) noexcept {
  return address.is_ipv4() ? is_private_ipv4(address.bytes[12], address.bytes[13]) : is_private_ipv6(address);
}

void ProxyNotice::adopt(const std::vector<base::Network>& trusted) {
  std::vector<std::string> texts;
  for (const base::Network& network : trusted) texts.push_back(network.to_text());
  const std::lock_guard lock(mutex_);
  trusted_.swap(texts);
}

std::string ProxyNotice::line_to_add(const base::IpAddress& peer) const {
  const std::lock_guard lock(mutex_);
  std::string line = "trusted_proxies = [";
  for (const std::string& network : trusted_) line += '"' + network + "\", ";
  return line + '"' + peer.to_text() + "\"]";
}

void ProxyNotice::tell(const base::IpAddress& peer, ClientAddress form, Log& log) noexcept {
  const bool is_private = is_private_use(peer);
  if (!is_first(is_private ? told_private_ : told_public_)) return;
  try {
    const std::string text = peer.to_text();
    if (!is_private) {
      return log.write(
          Level::info, "untrusted_proxy",
          {{"peer", ClientText(peer, form).view()},
           {"text", std::string_view{"names a client in X-Forwarded-For or Forwarded, which is ignored; if it is "
                                     "your proxy or CDN, add its networks to limits.trusted_proxies"}}});
    }
    const std::string line = line_to_add(peer);
    log.write(Level::warn, "untrusted_proxy",
              {{"peer", std::string_view{text}},
               {"text",
                std::string_view{"names clients in X-Forwarded-For or Forwarded, which is ignored, so that they share "
                                 "one rate limit; if it is your proxy, add the line to [limits] of the configuration"}},
               {"add", std::string_view{line}}});
  } catch (const std::exception&) {
    // Out of memory: told with a later process.
    static_cast<void>(is_private);
  }
}

}  // namespace agent_access::ops
