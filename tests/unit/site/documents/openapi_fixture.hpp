/// \file
/// An /openapi.json with a few refusals of every kind, and how to find things in it.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <boost/json.hpp>
#include <string>
#include <vector>

#include "site/content/load.hpp"
#include "site/documents/openapi.hpp"
#include "site/publish/publication.hpp"

namespace agent_access::documents {

namespace bj = boost::json;

/// Of every operation.
inline constexpr std::array kSomeFaults = [] {
  using enum http::Operations;
  return std::to_array<http::Fault>({{"", 400, "invalid_request", "Not HTTP", any},
                                     {"", 404, "not_found", "Nothing", any},
                                     {"", 405, "method_not_allowed", "Not so", any},
                                     {"", 413, "payload_too_large", "Too large", any},
                                     {"", 421, "misdirected_request", "Not here", any},
                                     {"", 429, "rate_limited", "Not so often", any},
                                     {"", 503, "temporarily_unavailable", "Not now", any},
                                     {"", 400, "invalid_request", "No grant", token},
                                     {"", 400, "invalid_request", "No client", token},
                                     {"", 400, "invalid_request", "No grant", token},
                                     {"", 401, "invalid_client", "Not a client", token},
                                     {"", 415, "unsupported_media_type", "Not that type", token},
                                     {"", 400, "invalid_scope", "No such scope", token_with_scopes},
                                     {"", 400, "invalid_client_metadata", "No such name", registration},
                                     {"", 415, "unsupported_media_type", "Not this type", registration},
                                     {"", 503, "temporarily_unavailable", "No randomness", registration},
                                     {"", 401, "invalid_token", "No token", profile},
                                     {"", 403, "insufficient_scope", "No scope", profile},
                                     {"", 400, "invalid_request", "No such form", gates}});
}();

class OpenApi : public testing::Test {
 protected:
  [[nodiscard]] bj::object rendered(std::size_t host = 0) const {
    return bj::parse(render_openapi({settings_, content_, publish::document_table(), host, kSomeFaults})).as_object();
  }

  content::Settings settings_{.base_urls = {base::parse_base_url("https://example.com").value(),
                                            base::parse_base_url("https://www.example.com").value()}};
  content::Content content_{content::minimal_site("Example Person"), content::minimal_faq()};
};

struct Operation {
  std::string path;
  std::string method;
  bj::object value;
};

inline std::vector<Operation> operations_of(const bj::object& document) {
  std::vector<Operation> operations;
  for (const auto& [path, item] : document.at("paths").as_object()) {
    for (const auto& [method, value] : item.as_object()) operations.push_back({path, method, value.as_object()});
  }
  EXPECT_FALSE(operations.empty());
  return operations;
}

}  // namespace agent_access::documents
