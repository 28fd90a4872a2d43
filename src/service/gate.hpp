/// \file
/// The Handler of the service: routes, endpoints and refusals. One instance for each worker thread, with contexts of
/// its own prepared from the shared snapshot; no lock on a request but that of the set of
/// debts it is charged to.
#pragma once

#include <cstddef>
#include <memory>

#include "base/ports.hpp"
#include "base/result.hpp"
#include "http/handler.hpp"
#include "limit/rate_limiter.hpp"
#include "oauth/fault.hpp"
#include "service/snapshot.hpp"
#include "service/verified_token_cache.hpp"

namespace agent_access::service {

/// What a gate works with; all of it outlives the gate. The tables are shared by all workers, the random source is not.
struct GateParts {
  const base::Clock& clock;
  const base::MonotonicClock& monotonic;
  base::Random& random;
  VerifiedTokenCache& verified_tokens;
  limit::RateLimiter& limiter;
};

class Gate final : public http::Handler {
 public:
  [[nodiscard]] static base::Result<std::unique_ptr<Gate>, oauth::KeyFault> create(
      std::shared_ptr<const Snapshot> snapshot, const GateParts& parts);
  ~Gate() override;

  /// Takes the next snapshot; on a failure the present one stays. Answers still being sent keep the old one alive.
  [[nodiscard]] base::Result<void, oauth::KeyFault> adopt(std::shared_ptr<const Snapshot> snapshot);

  void handle(const http::Request& request, http::Response& response) override;
  void reject(http::RequestError fault, http::Response& response) noexcept override;
  /// Charges it as a request; what is left of the budget changes nothing but the fields.
  void reject_request(http::RequestError fault, const http::Request& request,
                      http::Response& response) noexcept override;

 private:
  struct State;
  explicit Gate(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace agent_access::service
