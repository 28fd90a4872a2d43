/// \file
/// A Handler with a small site, called as a function: fixed clock, known random bytes, no sockets. Every response is
/// checked against the rules of all responses.
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
inline constexpr std::string_view kProfileText = "{\"about\": \"Example Person\",\n \"open_to\": [\"talks\"] }";

/// Names and values of request fields.
using Fields = std::vector<std::pair<std::string, std::string>>;

/// The outcome as in the log.
struct Trace {
  std::string_view route;
  std::string_view error;
  std::string_view reason;
  std::string client_id;
  std::string key_id;
  std::string token_id;
  std::string resource;
};
[[nodiscard]] Trace trace_of(const http::Response& response);

struct Answer {
  int status = 0;
  std::string field_text;  ///< all field lines
  std::string body;
  bool omits_body = false;
  Trace trace;

  /// The value of a field; fails the test when it occurs twice. Empty when absent.
  [[nodiscard]] std::string field(std::string_view name) const;
  [[nodiscard]] boost::json::object json() const { return boost::json::parse(body).as_object(); }
  [[nodiscard]] std::string error() const;
};

[[nodiscard]] oauth::KeySchedule example_schedule(std::string_view master = "a master secret of thirty-two by",
                                                  std::int64_t now = kNow);
/// Number 1, made once: it cannot be changed.
[[nodiscard]] std::shared_ptr<const service::Snapshot> example_snapshot();
[[nodiscard]] std::shared_ptr<const service::Snapshot> example_snapshot(
    std::uint64_t number, std::string_view master = "a master secret of thirty-two by",
    const limit::Policy& limits = {});

/// The parts that a reload or a rotation may change.
struct SnapshotChange {
  std::string_view master = "a master secret of thirty-two by";
  std::vector<std::string_view> base_urls = {"https://example.com", "https://www.example.com"};
  std::int64_t now = kNow;
  bool has_not_found_page = false;
  content::McpSettings mcp = {};
  content::Access access = {};
  std::vector<std::string> gated_bodies = std::vector<std::string>(8);  ///< of its documents
  limit::Policy limits = {};

  bool operator==(const SnapshotChange&) const = default;
};
/// As a start makes it.
[[nodiscard]] std::shared_ptr<const service::Snapshot> new_snapshot(const SnapshotChange& change = {});
[[nodiscard]] std::shared_ptr<const service::Snapshot> snapshot_after(const service::Snapshot& previous,
                                                                      std::uint64_t number,
                                                                      const SnapshotChange& change);

/// A token with any payload, signed by the schedule's present key as the service signs its own.
[[nodiscard]] std::string signed_token(const oauth::KeySchedule& keys, std::string_view payload);

[[nodiscard]] std::string base64(std::string_view bytes);
/// `text` with {id}, {secret} and {basic} replaced by the client's values.
struct Client {
  std::string id;
  std::string secret;
};
[[nodiscard]] std::string with_client(std::string text, const Client& client);

class ServiceTest : public testing::Test {
 protected:
  ServiceTest();

  /// Calls the handler and checks the rules of every response.
  Answer send(http::Method method, std::string_view target, const Fields& fields = {}, std::string_view body = {},
              std::string_view host = "example.com");
  Answer get(std::string_view target, const Fields& fields = {}) { return send(http::Method::get, target, fields); }
  Answer post(std::string_view target, const Fields& fields, std::string_view body) {
    return send(http::Method::post, target, fields, body);
  }

  /// The next requests have the example with this change.
  void change_to(const SnapshotChange& change);

  Client register_client();
  /// A form request with good credentials; the access token.
  std::string token_for(const Client& client, std::string_view host = "example.com");
  /// The same for these scopes, as a form has them.
  std::string token_for_scopes(const Client& client, const std::string& scopes);
  static Fields bearer(const std::string& token) { return {{"Authorization", "Bearer " + token}}; }
  Answer profile(const std::string& token, std::string_view host = "example.com");

  FixedClock clock_{kNow};
  FixedMonotonicClock monotonic_;
  ScriptedRandom random_;
  service::VerifiedTokenCache verified_tokens_{64};
  limit::RateLimiter limiter_{limit::HashKey{}, 64};
  /// The socket's peer of the next requests.
  base::IpAddress peer_ = base::IpAddress::parse("203.0.113.7").value();
  std::unique_ptr<service::Handler> handler_;
  std::shared_ptr<const service::Snapshot> snapshot_ = example_snapshot();  ///< of the last change
};

/// One request of the token endpoint and its answer; `authorization` empty means none, `media_type` likewise.
struct TokenRow {
  std::string name;
  std::string media_type;
  std::string body;
  std::string authorization;
  int status;
  std::string error;  ///< empty on success
};

class TokenTableTest : public ServiceTest {
 protected:
  void check(const std::vector<TokenRow>& rows);
};

inline const std::string kFormType = "application/x-www-form-urlencoded";
inline const std::string kGrant = "grant_type=client_credentials";
/// For `with_client`.
inline const std::string kGoodForm = kGrant + "&client_id={id}&client_secret={secret}";
inline const std::string kJsonType = "application/json";

}  // namespace agent_access::test
