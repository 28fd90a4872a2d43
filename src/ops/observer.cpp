#include "ops/observer.hpp"

#include <arpa/inet.h>

#include <charconv>
#include <cstring>
#include <exception>

#include "base/uuid.hpp"
#include "http/log_text.hpp"
#include "ops/words/outcome_words.hpp"

namespace agent_access::ops {
namespace {

bool is_first(std::atomic<bool>& told) noexcept {
  return !told.load(std::memory_order_relaxed) && !told.exchange(true, std::memory_order_relaxed);
}

/// The path as the log may have it: of a gate the path that was asked for, of a known route as received, of an unknown
/// one without what may be a secret.
class LoggedPath {
 public:
  explicit LoggedPath(const http::Answered& answered) noexcept {
    const http::Outcome& outcome = answered.response.outcome;
    if (outcome.route == http::Route::gate) {
      text_ = outcome.asked_path.view();
      return;
    }
    if (is_known_route(outcome.route)) {
      text_ = answered.path;
      return;
    }
    unknown_.assign(answered.path);
    text_ = unknown_.view();
  }
  LoggedPath(const LoggedPath&) = delete;
  LoggedPath& operator=(const LoggedPath&) = delete;
  [[nodiscard]] std::string_view view() const noexcept { return text_; }

 private:
  http::LogText<http::kMostUnknownPath> unknown_;
  std::string_view text_;
};

}  // namespace

void ClientText::put_number(unsigned number, int base) noexcept {
  char* const begin = text_.data();
  size_ = static_cast<std::size_t>(std::to_chars(begin + size_, begin + text_.size(), number, base).ptr - begin);
}

void ClientText::put_ipv4(const base::IpAddress& address, bool is_whole) noexcept {
  constexpr std::size_t kMappedAt = 12;
  for (std::size_t index = 0; index < 3; ++index) {
    put_number(address.bytes[kMappedAt + index], 10);
    put(".");
  }
  if (is_whole) return put_number(address.bytes[kMappedAt + 3], 10);
  put("0/24");
}

/// The form of RFC 5952: the five groups of zeros at the end, and those of the prefix before them, are the longest run.
void ClientText::put_ipv6_prefix(const base::IpAddress& address) noexcept {
  const auto group = [&address](std::size_t index) {
    return static_cast<unsigned>(address.bytes[2 * index]) << 8U | address.bytes[2 * index + 1];
  };
  std::size_t used = 48 / 16;
  while (used > 0 && group(used - 1) == 0) --used;
  for (std::size_t index = 0; index < used; ++index) {
    if (index > 0) put(":");
    put_number(group(index), 16);
  }
  put("::/48");
}

ClientText::ClientText(const base::IpAddress& address, ClientAddress form) noexcept {
  const bool is_whole = form == ClientAddress::full;
  if (form == ClientAddress::none) return;
  if (address.is_ipv4()) {
    put_ipv4(address, is_whole);
  } else if (!is_whole) {
    put_ipv6_prefix(address);
  } else if (inet_ntop(AF_INET6, address.bytes.data(), text_.data(), static_cast<socklen_t>(text_.size())) != nullptr) {
    size_ = std::strlen(text_.data());
  }
}

void ProxyNotice::adopt(std::vector<base::Network> trusted) {
  const std::lock_guard lock(mutex_);
  trusted_.swap(trusted);
}

std::string ProxyNotice::line_to_add(const base::IpAddress& peer) const {
  const std::lock_guard lock(mutex_);
  std::string line = "trusted_proxies = [";
  for (const base::Network& network : trusted_) line += '"' + network.text() + "\", ";
  return line + '"' + peer.to_text() + "\"]";
}

void ProxyNotice::tell(const base::IpAddress& peer, ClientAddress form, Log& log) noexcept {
  const bool is_private = peer.is_private_use();
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
    // Out of memory: the next process says it.
    static_cast<void>(is_private);
  }
}

void AccessObserver::on_response_sent(const http::Answered& answered) noexcept {
  const http::Caller& caller = answered.response.outcome.caller;
  metrics_.count(answered);
  if (caller.is_unlisted_proxy && notice_ != nullptr) notice_->tell(caller.address, form_, log_);
  if (log_.enabled(Level::info) && may_write(answered)) write_access(answered);
}

void AccessObserver::write_access(const http::Answered& answered) noexcept {
  static constexpr http::Fault kNone{};
  const http::Outcome& outcome = answered.response.outcome;
  const http::Caller& caller = outcome.caller;
  const http::Fault& fault = outcome.fault != nullptr ? *outcome.fault : kNone;
  const auto client_id = outcome.client_id.transform([](const auto& id) { return base::UuidText(id); });
  const ClientText client = caller.is_noted ? ClientText(caller.address, form_) : text_of_peer(answered.peer);
  const LoggedPath path(answered);
  log_.write(Level::info, "access",
             {{field_name(AccessField::request_id), answered.request_id},
              {field_name(AccessField::client), client.view()},
              {field_name(AccessField::method), http::method_name(answered.method)},
              {field_name(AccessField::host), caller.host.view()},
              {field_name(AccessField::path), path.view()},
              {field_name(AccessField::route), route_name(outcome.route)},
              {field_name(AccessField::resource), std::string_view{outcome.resource}},
              {field_name(AccessField::status), std::int64_t{answered.response.status}},
              {field_name(AccessField::error), fault.error},
              {field_name(AccessField::reason), fault.name},
              {field_name(AccessField::duration_us),
               std::chrono::duration_cast<std::chrono::microseconds>(answered.duration).count()},
              {field_name(AccessField::user_agent), caller.user_agent.view()},
              {field_name(AccessField::client_id), client_id ? client_id->view() : std::string_view{}},
              {field_name(AccessField::kid), std::string_view{outcome.key_id}},
              {field_name(AccessField::jti), std::string_view{outcome.token_id}},
              {field_name(AccessField::client_name), caller.name.view()},
              {field_name(AccessField::trace_id), caller.trace_id.view()}});
}

/// The address of a peer that sent no request, as the log shows it.
ClientText AccessObserver::text_of_peer(std::string_view peer) const noexcept {
  const auto address = base::IpAddress::parse(peer);
  return address ? ClientText(*address, form_) : ClientText({}, ClientAddress::none);
}

bool AccessObserver::may_write(const http::Answered& answered) noexcept {
  if (answered.response.status < 400 || !refusals_.is_on()) return true;
  if (!refusals_.take(clock_.now())) {
    metrics_.count(Event::line_left_out);
    return false;
  }
  if (const std::uint64_t lines = refusals_.take_left_out(); lines != 0) {
    log_.write(Level::warn, "access_left_out", {{"lines", static_cast<std::int64_t>(lines)}});
  }
  return true;
}

void AccessObserver::accept_failed(int error_number) noexcept {
  metrics_.count(Event::accept_failed);
  log_.write(Level::error, "accept_failed", {{"errno", std::int64_t{error_number}}});
}

/// At debug level only: any client could fill the log with failed handshakes.
void AccessObserver::handshake_ended(http::Handshake outcome, std::string_view peer) noexcept {
  metrics_.count(outcome);
  if (!log_.enabled(Level::debug)) return;
  log_.write(Level::debug, "handshake",
             {{"client", text_of_peer(peer).view()}, {"outcome", kHandshakes[static_cast<std::size_t>(outcome)]}});
}

}  // namespace agent_access::ops
