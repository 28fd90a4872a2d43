/// \file
/// A Handler with a small site, called as a function: fixed clocks, known random bytes, no sockets. For what no client
/// sees; what one sees is in tests/conformance.
#pragma once

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "service/handler.hpp"
#include "support/fixed_ports.hpp"

namespace agent_access::test {

inline constexpr std::int64_t kNow = 1790000000;

/// Names and values of request fields.
using Fields = std::vector<std::pair<std::string, std::string>>;

/// The outcome as in the log.
struct Trace {
  std::string_view route;
  std::string_view reason;
  std::string key_id;
  std::string token_id;
};
[[nodiscard]] Trace trace_of(const http::Response& response);

struct Answer {
  int status = 0;
  std::string field_text;  ///< all field lines
  std::string body;
  Trace trace;

  /// The value of a field; empty when absent.
  [[nodiscard]] std::string field(std::string_view name) const;
  [[nodiscard]] boost::json::object json() const { return boost::json::parse(body).as_object(); }
  [[nodiscard]] std::string error() const { return std::string(json().at("error").as_string()); }
};

[[nodiscard]] oauth::KeySchedule example_schedule(std::string_view master = "a master secret of thirty-two by",
                                                  std::int64_t now = kNow);
/// Number 1, made once: it cannot be changed.
[[nodiscard]] std::shared_ptr<const service::Snapshot> example_snapshot();

/// The parts that a reload or a rotation may change.
struct SnapshotChange {
  std::string_view master = "a master secret of thirty-two by";
  std::vector<std::string_view> base_urls = {"https://example.com", "https://www.example.com"};
  std::int64_t now = kNow;
  bool has_not_found_page = false;
  content::McpSettings mcp = {};
  content::Access access = {};
  limit::Policy limits = {};
};
/// As a start makes it.
[[nodiscard]] std::shared_ptr<const service::Snapshot> new_snapshot(const SnapshotChange& change = {});
/// As a reload makes it.
[[nodiscard]] std::shared_ptr<const service::Snapshot> snapshot_after(const service::Snapshot& previous,
                                                                      std::uint64_t number,
                                                                      const SnapshotChange& change = {});

/// A token with any payload, signed by the schedule's present key as the service signs its own.
[[nodiscard]] std::string signed_token(const oauth::KeySchedule& keys, std::string_view payload);

struct Client {
  std::string id;
  std::string secret;
};

class ServiceTest : public testing::Test {
 protected:
  ServiceTest();

  Answer send(http::Method method, std::string_view target, const Fields& fields = {}, std::string_view body = {},
              std::string_view host = "example.com");
  Answer get(std::string_view target) { return send(http::Method::get, target); }
  Answer post(std::string_view target, const Fields& fields, std::string_view body) {
    return send(http::Method::post, target, fields, body);
  }

  /// The next requests have the example with this change.
  void change_to(const SnapshotChange& change);

  Client register_client();
  /// A form request with the credentials.
  Answer request_token(const Client& client, std::string_view host = "example.com");
  std::string token_for(const Client& client, std::string_view host = "example.com");
  Answer profile(const std::string& token);

  FixedClock clock_{kNow};
  FixedMonotonicClock monotonic_;
  ScriptedRandom random_;
  service::VerifiedTokenCache verified_tokens_{64};
  limit::RateLimiter limiter_{limit::HashKey{}, 64};
  std::unique_ptr<service::Handler> handler_;
  std::shared_ptr<const service::Snapshot> snapshot_ = example_snapshot();  ///< of the last change
};

}  // namespace agent_access::test
