// Why a request gets no response.
#pragma once

#include <stdexcept>
#include <string>

#include "tools/client/client.hpp"

namespace agent_access::tools {

inline ClientFaultKind kind_of(const ClientRequest& request) {
  const auto response = fetch(request);
  if (response) throw std::logic_error("there is a response: " + std::to_string(response->status));
  return response.error().kind;
}

}  // namespace agent_access::tools
