#include "unit/service/service_fixture.hpp"

#include <algorithm>
#include <cstdint>

#include "base/base64url.hpp"
#include "base/text.hpp"
#include "ops/words/outcome_words.hpp"
#include "site/content/load.hpp"

namespace agent_access::test {
namespace {

std::vector<oauth::MasterSecret> masters_of(std::string_view text) {
  std::vector<oauth::MasterSecret> masters;
  masters.push_back(oauth::MasterSecret::parse(base::bytes_of(text)).value());
  return masters;
}

std::shared_ptr<const service::Snapshot> build_example(std::uint64_t number, const SnapshotChange& change,
                                                       const service::Snapshot* previous) {
  static const auto content =
      std::make_shared<const content::Content>(content::minimal_site("Example"), content::minimal_faq());
  static const auto files = std::make_shared<const std::vector<content::StaticFile>>(
      std::vector<content::StaticFile>{{"/own/page", "text/html; charset=utf-8", "<h1>own</h1>"}});
  content::Settings settings;
  settings.has_not_found_page = change.has_not_found_page;
  settings.mcp = change.mcp;
  settings.access = change.access;
  for (const auto text : change.base_urls) settings.base_urls.push_back(base::parse_base_url(text).value());
  auto client_secret_keys = oauth::ClientSecretKeys::derive(masters_of(change.master)).value();
  return service::build_snapshot({.number = number,
                                  .now = base::Seconds{std::chrono::seconds{change.now}},
                                  .settings = std::move(settings),
                                  .client_secret_keys = std::move(client_secret_keys),
                                  .keys = example_schedule(change.master, change.now),
                                  .profile = content::parse_profile(R"({"about": "Example Person"})").value(),
                                  .content = content,
                                  .files = files,
                                  .gated_files = std::make_shared<const publish::GatedFiles>(),
                                  .limits = change.limits},
                                 previous);
}

}  // namespace

Trace trace_of(const http::Response& response) {
  const http::Outcome& outcome = response.outcome;
  return {.route = ops::route_name(outcome.route),
          .reason = outcome.fault != nullptr ? outcome.fault->name : "",
          .key_id = outcome.key_id,
          .token_id = outcome.token_id};
}

std::string Answer::field(std::string_view name) const {
  const std::string start = "\r\n" + std::string(name) + ": ";
  const std::string lines = "\r\n" + field_text;
  const auto found = lines.find(start);
  if (found == std::string::npos) return "";
  return lines.substr(found + start.size(), lines.find("\r\n", found + start.size()) - found - start.size());
}

oauth::KeySchedule example_schedule(std::string_view master, std::int64_t now) {
  return oauth::KeySchedule::derive(masters_of(master), 1, std::chrono::hours{24 * 7},
                                    base::Seconds{std::chrono::seconds{now}})
      .value();
}

std::shared_ptr<const service::Snapshot> example_snapshot() {
  static const auto first = new_snapshot();
  return first;
}

std::shared_ptr<const service::Snapshot> new_snapshot(const SnapshotChange& change) {
  return build_example(1, change, nullptr);
}

std::shared_ptr<const service::Snapshot> snapshot_after(const service::Snapshot& previous, std::uint64_t number,
                                                        const SnapshotChange& change) {
  return build_example(number, change, &previous);
}

std::string signed_token(const oauth::KeySchedule& keys, std::string_view payload) {
  const auto now = base::Seconds{std::chrono::seconds{kNow}};
  const auto key = std::ranges::find_if(
      keys.keys(), [now](const auto& candidate) { return candidate.signs_from <= now && now < candidate.signs_until; });
  const std::string header = R"({"alg":"ES256","typ":"at+jwt","kid":")" + key->key_id.text() + "\"}";
  const std::string signed_part =
      base::base64url_encode(base::bytes_of(header)) + "." + base::base64url_encode(base::bytes_of(payload));
  const auto signature = crypto::Signer::create(key->key)->sign(base::bytes_of(signed_part)).value();
  return signed_part + "." + base::base64url_encode(signature);
}

ServiceTest::ServiceTest() {
  handler_ = service::Handler::create(snapshot_, {clock_, monotonic_, random_, verified_tokens_, limiter_}).value();
}

Answer ServiceTest::send(http::Method method, std::string_view target, const Fields& fields, std::string_view body,
                         std::string_view host) {
  std::vector<http::Field> views;
  for (const auto& [name, value] : fields) views.push_back({name, value});
  http::Request request;
  request.method = method;
  request.path = target;
  request.host = host;
  request.fields = views;
  request.body = body;
  request.peer_address = base::IpAddress::parse("203.0.113.7").value();
  http::Response response;
  handler_->handle(request, response);
  Answer answer{response.status, std::string(response.constant_fields) + response.fields,
                std::string(response.constant_body) + response.body, trace_of(response)};
  EXPECT_EQ(response.content_length(), answer.body.size());
  return answer;
}

void ServiceTest::change_to(const SnapshotChange& change) {
  snapshot_ = snapshot_after(*snapshot_, snapshot_->number + 1, change);
  ASSERT_TRUE(handler_->adopt(snapshot_));
}

Client ServiceTest::register_client() {
  const auto registered = send(http::Method::post, "/oauth/register").json();
  return {std::string(registered.at("client_id").as_string()), std::string(registered.at("client_secret").as_string())};
}

Answer ServiceTest::request_token(const Client& client, std::string_view host) {
  return send(http::Method::post, "/oauth/token", {{"Content-Type", "application/x-www-form-urlencoded"}},
              "grant_type=client_credentials&client_id=" + client.id + "&client_secret=" + client.secret, host);
}

std::string ServiceTest::token_for(const Client& client, std::string_view host) {
  return std::string(request_token(client, host).json().at("access_token").as_string());
}

Answer ServiceTest::profile(const std::string& token) {
  return send(http::Method::get, "/api/agent/full-profile", {{"Authorization", "Bearer " + token}});
}

}  // namespace agent_access::test
