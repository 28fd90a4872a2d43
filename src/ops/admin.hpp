/// \file
/// The Handler of the admin listener: GET /livez, /readyz, /metrics; everything else is 404 in JSON. /livez fails while
/// a worker is stuck, /readyz then and while the server starts or drains. No authentication: only for private networks.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "http/handler.hpp"

namespace agent_access::ops {

class Admin final : public http::Handler {
 public:
  struct Sources {
    std::function<bool()> ready;           ///< false while draining
    std::function<std::string()> metrics;  ///< the exposition text
    std::function<bool()> alive;           ///< false while a worker is stuck
  };
  explicit Admin(Sources sources) : sources_(std::move(sources)) {}

  void handle(const http::Request& request, http::Response& response) override;
  void reject(http::RequestError fault, http::Response& response) noexcept override;

 private:
  Sources sources_;
};

}  // namespace agent_access::ops
