/// \file
/// The Observer of one worker: an access line and a count for each response. Lines about refused requests have a quota.
/// What a client chose itself (host, user_agent, client_name, an unknown path) is logged without secrets, of bounded
/// length (http/log_text) and escaped (ops/line).
///
/// ProxyNotice warns once in the life of a process that a peer which is not in limits.trusted_proxies names a client: a
/// proxy that the owner forgot, so that all its clients share one rate limit. For a peer with an address of private use
/// (loopback, RFC 1918, RFC 6598, link-local, RFC 4193) it logs the line to add; for a public address, more likely a
/// client that sends the field itself, it logs one warning without a suggestion. All its members are thread safe.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ip_address.hpp"
#include "base/ports.hpp"
#include "http/handler.hpp"
#include "ops/log.hpp"
#include "ops/metrics.hpp"
#include "ops/words/log_words.hpp"

namespace agent_access::ops {

/// The address of a client as the log has it (setting log.client_address). A prefix names a network, not a person:
/// IPv4 "203.0.113.0/24", IPv6 "2001:db8:1::/48". Pure, without allocation; thread safe.
class ClientText {
 public:
  ClientText(const base::IpAddress& address, ClientAddress form) noexcept;
  /// Empty for ClientAddress::none.
  [[nodiscard]] std::string_view view() const noexcept { return {text_.data(), size_}; }

 private:
  void put(std::string_view text) noexcept { size_ += text.copy(text_.data() + size_, text.size()); }
  void put_number(unsigned number, int base) noexcept;
  void put_ipv4(const base::IpAddress& address, bool is_whole) noexcept;
  void put_ipv6_prefix(const base::IpAddress& address) noexcept;

  std::array<char, 48> text_;  ///< more than INET6_ADDRSTRLEN and than any prefix
  std::size_t size_ = 0;
};

class ProxyNotice {
 public:
  /// `trusted`: limits.trusted_proxies, for the line to add.
  explicit ProxyNotice(std::vector<base::Network> trusted) : trusted_(std::move(trusted)) {}
  /// Takes the settings of a reload.
  void adopt(std::vector<base::Network> trusted);

  /// `form` applies to a public address. Costs one atomic load after the first time.
  void tell(const base::IpAddress& peer, ClientAddress form, Log& log) noexcept;

  /// `trusted_proxies = ["127.0.0.0/8", "::1/128", "172.17.0.1"]`.
  [[nodiscard]] std::string line_to_add(const base::IpAddress& peer) const;

 private:
  mutable std::mutex mutex_;  ///< of trusted_, which is read once
  std::vector<base::Network> trusted_;
  std::atomic<bool> told_private_{false};
  std::atomic<bool> told_public_{false};
};

/// How many lines about refused requests one worker may write in a second, so that a million bad requests do not fill a
/// disk. Lines that are left out are counted. Not thread safe: belongs to its worker's thread.
class LineQuota {
 public:
  /// 0: no quota.
  explicit LineQuota(std::uint64_t lines_per_second) noexcept : most_(lines_per_second) {}

  [[nodiscard]] bool is_on() const noexcept { return most_ != 0; }
  /// Uses one line of the quota of the second of `now`. When none is left, counts the line as left out and returns
  /// false. `now` is monotonic.
  [[nodiscard]] bool take(std::chrono::nanoseconds now) noexcept {
    const auto second = std::chrono::floor<std::chrono::seconds>(now);
    if (second != second_) {
      second_ = second;
      written_ = 0;
    }
    if (written_ < most_) {
      ++written_;
      return true;
    }
    ++left_out_;
    return false;
  }
  /// The lines left out since the last call.
  [[nodiscard]] std::uint64_t take_left_out() noexcept { return std::exchange(left_out_, 0); }

 private:
  std::uint64_t most_;
  std::uint64_t written_ = 0;
  std::uint64_t left_out_ = 0;
  std::chrono::seconds second_{std::chrono::seconds::min()};
};

class AccessObserver final : public http::Observer {
 public:
  /// `form`: how addresses of clients are logged. `notice` is shared by the workers and outlives them; null: nothing is
  /// told about proxies that are not trusted.
  AccessObserver(Log& log, WorkerMetrics& metrics, const base::MonotonicClock& clock, LineQuota refusals,
                 ClientAddress form = ClientAddress::prefix, ProxyNotice* notice = nullptr)
      : log_(log), metrics_(metrics), clock_(clock), refusals_(refusals), form_(form), notice_(notice) {}

  void on_response_sent(const http::Answered& answered) noexcept override;
  void connection_opened() noexcept override { metrics_.count(Event::connection_opened); }
  void connection_closed() noexcept override { metrics_.count(Event::connection_closed); }
  void connection_refused(http::Refused cap) noexcept override { metrics_.count(cap); }
  void connection_shed() noexcept override { metrics_.count(Event::connection_shed); }
  void accept_failed(int error_number) noexcept override;
  void handshake_ended(http::Handshake outcome, std::string_view peer) noexcept override;

 private:
  [[nodiscard]] bool may_write(const http::Answered& answered) noexcept;
  void write_access(const http::Answered& answered) noexcept;
  [[nodiscard]] ClientText text_of_peer(std::string_view peer) const noexcept;

  Log& log_;
  WorkerMetrics& metrics_;
  const base::MonotonicClock& clock_;
  LineQuota refusals_;
  ClientAddress form_;
  ProxyNotice* notice_;
};

}  // namespace agent_access::ops
