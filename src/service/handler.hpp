/// \file
/// The Handler of the service: routes, endpoints and refusals. One instance for each worker thread, with its own
/// contexts made from the shared snapshot. A request takes no lock but those of the rate limiter.
#pragma once

#include <memory>
#include <string_view>

#include "base/ports.hpp"
#include "base/result.hpp"
#include "http/handler.hpp"
#include "limit/rate_limiter.hpp"
#include "oauth/types.hpp"
#include "service/snapshot.hpp"
#include "service/verified_token_cache.hpp"

namespace agent_access::service {

/// The objects that the handler uses; all outlive it. Workers share the cache and the limiter, not the random source.
struct HandlerParts {
  const base::Clock& clock;
  const base::MonotonicClock& monotonic;
  base::Random& random;
  VerifiedTokenCache& verified_tokens;
  limit::RateLimiter& limiter;
};

struct ForwardAuthRequest;

class Handler final : public http::Handler {
 public:
  [[nodiscard]] static base::Result<std::unique_ptr<Handler>, oauth::KeyFault> create(
      std::shared_ptr<const Snapshot> snapshot, const HandlerParts& parts);
  ~Handler() override;

  /// Uses `snapshot` from now on; on a failure the present one stays. Responses still being sent own the old one.
  [[nodiscard]] base::Result<void, oauth::KeyFault> adopt(std::shared_ptr<const Snapshot> snapshot);

  void handle(const http::Request& request, http::Response& response) override;
  void reject(http::RequestError fault, http::Response& response) noexcept override;
  /// Charges it as a request; the rest of the budget changes only the rate limit fields of the response.
  void reject_request(http::RequestError fault, const http::Request& request,
                      http::Response& response) noexcept override;

 private:
  /// `asked` is the host of the request, or of the one that a proxy asks about with `forwarded`, else null.
  void answer_host(const http::Request& request, std::string_view asked, const ForwardAuthRequest* forwarded,
                   http::Response& response);

  struct State;
  explicit Handler(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace agent_access::service
