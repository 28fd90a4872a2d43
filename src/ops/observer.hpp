/// \file
/// The Observer of one worker: an access line and a count for each response. Lines about refused requests have a quota.
/// What a client chose itself (host, user_agent, client_name, an unknown path) is logged without secrets, of bounded
/// length (http/log_text) and escaped (ops/line).
#pragma once

#include "base/ports.hpp"
#include "http/handler.hpp"
#include "ops/client_text.hpp"
#include "ops/line_quota.hpp"
#include "ops/log.hpp"
#include "ops/metrics.hpp"
#include "ops/proxy_notice.hpp"

namespace agent_access::ops {

class AccessObserver final : public http::Observer {
 public:
  /// `form`: how addresses of clients are logged. `notice` is shared by the workers and outlives them; null: nothing is
  /// told about proxies that are not trusted.
  AccessObserver(Log& log, WorkerMetrics& metrics, const base::MonotonicClock& clock, LineQuota refusals,
                 ClientAddress form = ClientAddress::prefix, ProxyNotice* notice = nullptr)
      : log_(log), metrics_(metrics), clock_(clock), refusals_(refusals), form_(form), notice_(notice) {}

  void on_response_sent(const http::Answered& answered) noexcept override;
  void connection_opened() noexcept override { metrics_.connection_opened(); }
  void connection_closed() noexcept override { metrics_.connection_closed(); }
  void connection_refused(http::Refused cap) noexcept override { metrics_.connection_refused(cap); }
  void connection_shed(http::Shed reason) noexcept override { metrics_.connection_shed(reason); }
  void accept_failed(int error_number) noexcept override;
  void handshake_ended(http::Handshake outcome, std::string_view peer) noexcept override;
  void http2_began() noexcept override;
  void http2_abused(std::string_view peer) noexcept override;

 private:
  [[nodiscard]] bool may_write(const http::Answered& answered) noexcept;
  void write_access(const http::Answered& answered, const service::Outcome& outcome) noexcept;
  [[nodiscard]] ClientText text_of_peer(std::string_view peer) const noexcept;

  Log& log_;
  WorkerMetrics& metrics_;
  const base::MonotonicClock& clock_;
  LineQuota refusals_;
  ClientAddress form_;
  ProxyNotice* notice_;
};

}  // namespace agent_access::ops
