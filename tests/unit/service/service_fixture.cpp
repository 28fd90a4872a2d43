#include "unit/service/service_fixture.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <set>

#include "base/base64url.hpp"
#include "base/text.hpp"
#include "ops/outcome_words.hpp"
#include "site/content/load.hpp"

namespace agent_access::test {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

/// Name (lower case) to value; a malformed line or a second line of one name fails the test.
std::map<std::string, std::string> parse_fields(std::string_view text) {
  std::map<std::string, std::string> fields;
  while (!text.empty()) {
    const auto end = text.find("\r\n");
    const auto colon = text.find(": ");
    if (end == std::string_view::npos || colon == std::string_view::npos || colon == 0 || colon > end) {
      ADD_FAILURE() << "not a field line: " << text;
      return fields;
    }
    const auto [position, is_new] =
        fields.emplace(lower(text.substr(0, colon)), text.substr(colon + 2, end - colon - 2));
    EXPECT_TRUE(is_new) << "twice: " << position->first;
    EXPECT_EQ(position->second.find_first_of("\r\n"), std::string::npos);
    text.remove_prefix(end + 2);
  }
  return fields;
}

/// A response of the MCP endpoint itself: JSON-RPC, with the error of the log in its data.
void check_message(const Answer& answer) {
  const auto body = boost::json::parse(answer.body).as_object();
  EXPECT_EQ(body.at("jsonrpc"), "2.0");
  EXPECT_NE(body.contains("result"), body.contains("error"));
  if (!body.contains("error")) return;
  EXPECT_EQ(answer.trace.error, std::string_view(body.at("error").at("data").at("error").as_string()));
  EXPECT_FALSE(answer.trace.reason.empty());
}

/// I1 to I3 of the acceptance tests, and further rules of every response.
void check_invariants(std::string_view target, const Answer& answer) {
  const auto fields = parse_fields(answer.field_text);
  const auto value = [&fields](const std::string& name) { return fields.contains(name) ? fields.at(name) : ""; };
  SCOPED_TRACE(std::string(target) + " -> " + std::to_string(answer.status));
  if (answer.status == 404 && value("content-type").starts_with("text/html")) {
    const std::string folder = std::string(target) + "/";
    EXPECT_FALSE(folder.starts_with("/api/") || folder.starts_with("/oauth/") || folder.starts_with("/.well-known/"));
    EXPECT_EQ(answer.trace.error, "not_found");
    EXPECT_EQ(answer.trace.reason, "unknown_path");
  } else if (answer.trace.route == "mcp" && answer.body.starts_with(R"({"jsonrpc")")) {
    EXPECT_EQ(value("content-type"), "application/json");
    EXPECT_EQ(value("cache-control"), "no-store");
    check_message(answer);
  } else if (answer.status >= 400) {
    EXPECT_EQ(value("content-type"), "application/json");
    const auto body = boost::json::parse(answer.body).as_object();
    EXPECT_EQ(body.size(), 2U);
    EXPECT_TRUE(body.at("error").is_string());
    EXPECT_TRUE(body.at("error_description").is_string());
    EXPECT_EQ(answer.trace.error, std::string_view(body.at("error").as_string()));
    EXPECT_FALSE(answer.trace.reason.empty());
  } else {
    EXPECT_TRUE(answer.trace.error.empty());
    EXPECT_TRUE(answer.trace.reason.empty());
  }
  if (answer.status == 204 || answer.status == 304) {
    EXPECT_EQ(answer.body, "");
  }
  if (answer.trace.route == "document" && (answer.status == 200 || answer.status == 304)) {
    EXPECT_EQ(value("cache-control"), "private, no-cache");
  } else if (answer.status >= 400 || target.starts_with("/oauth/") || target.starts_with("/api/agent/")) {
    EXPECT_EQ(value("cache-control"), "no-store");
  }
  EXPECT_EQ(value("x-content-type-options"), "nosniff");
  EXPECT_EQ(value("access-control-allow-origin"), "*");
  EXPECT_FALSE(fields.contains("access-control-allow-credentials"));
  EXPECT_FALSE(fields.contains("content-length"));  // net writes it
  EXPECT_EQ(answer.body.find("evil"), std::string::npos);
  EXPECT_EQ(answer.field_text.find("evil"), std::string::npos);
}

std::vector<oauth::MasterSecret> masters_of(std::string_view text) {
  std::vector<oauth::MasterSecret> masters;
  masters.push_back(oauth::MasterSecret::parse(base::bytes_of(text)).value());
  return masters;
}

void replace_all(std::string& text, std::string_view hole, std::string_view value) {
  for (auto at = text.find(hole); at != std::string::npos; at = text.find(hole, at + value.size())) {
    text.replace(at, hole.size(), value);
  }
}

}  // namespace

Trace trace_of(const http::Response& response) {
  const http::Outcome& outcome = response.outcome;
  return {.route = ops::route_name(outcome.route),
          .error = outcome.fault != nullptr ? outcome.fault->error : "",
          .reason = outcome.fault != nullptr ? outcome.fault->name : "",
          .client_id = outcome.client_id ? base::to_text(*outcome.client_id) : "",
          .key_id = outcome.key_id,
          .token_id = outcome.token_id,
          .resource = outcome.resource};
}

std::string Answer::field(std::string_view name) const {
  const auto fields = parse_fields(field_text);
  const auto found = fields.find(lower(name));
  return found == fields.end() ? "" : found->second;
}

std::string Answer::error() const { return std::string(json().at("error").as_string()); }

oauth::KeySchedule example_schedule(std::string_view master, std::int64_t now) {
  return oauth::KeySchedule::derive(masters_of(master), 1, std::chrono::hours{24 * 7},
                                    base::Seconds{std::chrono::seconds{now}})
      .value();
}

namespace {

std::shared_ptr<const service::Snapshot> build_example(std::uint64_t number, const SnapshotChange& change,
                                                       const service::Snapshot* previous) {
  static const auto content =
      std::make_shared<const content::Content>(content::minimal_site("Example"), content::minimal_faq());
  static const auto files = std::make_shared<const std::vector<content::StaticFile>>(
      std::vector<content::StaticFile>{{"/own/page", "text/html; charset=utf-8", "<h1>own</h1>"},
                                       {"/blog/", "text/html; charset=utf-8", "<h1>blog</h1>"},
                                       {"/blog/index.html", "text/html; charset=utf-8", "<h1>blog</h1>"},
                                       {"/AGENTS.md", "text/plain; charset=utf-8", "# Own guide"},
                                       {"/.well-known/jwks.json", "application/json", "{\"keys\":[],\"own\":true}"},
                                       {"/oauth/token", "text/plain; charset=utf-8", "own"}});
  content::Settings settings;
  settings.has_not_found_page = change.has_not_found_page;
  settings.mcp = change.mcp;
  settings.access = change.access;
  for (const auto text : change.base_urls) settings.base_urls.push_back(base::parse_base_url(text).value());
  auto client_secret_keys = oauth::ClientSecretKeys::derive(masters_of(change.master)).value();
  publish::GatedFiles gated_files;
  for (std::size_t at = 0; at < change.access.documents.size(); ++at) {
    gated_files.push_back(
        publish::prepare_gated_file(change.access.documents[at].media_type, change.gated_bodies.at(at)));
  }
  return service::build_snapshot({.number = number,
                                  .now = base::Seconds{std::chrono::seconds{change.now}},
                                  .settings = std::move(settings),
                                  .client_secret_keys = std::move(client_secret_keys),
                                  .keys = example_schedule(change.master, change.now),
                                  .profile = content::parse_profile(kProfileText).value(),
                                  .content = content,
                                  .files = files,
                                  .gated_files = std::make_shared<const publish::GatedFiles>(std::move(gated_files)),
                                  .limits = change.limits},
                                 previous);
}

}  // namespace

std::shared_ptr<const service::Snapshot> example_snapshot() {
  static const auto first = new_snapshot();
  return first;
}

std::shared_ptr<const service::Snapshot> new_snapshot(const SnapshotChange& change) {
  return build_example(1, change, nullptr);
}

std::shared_ptr<const service::Snapshot> example_snapshot(std::uint64_t number, std::string_view master,
                                                          const limit::Policy& limits) {
  // As in a reload: documents that did not change are those of the first one, because compression is slow.
  return build_example(number, {.master = master, .limits = limits}, example_snapshot().get());
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

std::string base64(std::string_view bytes) {
  std::string out = base::base64url_encode(base::bytes_of(bytes));
  std::ranges::replace(out, '-', '+');
  std::ranges::replace(out, '_', '/');
  while (out.size() % 4 != 0) out.push_back('=');
  return out;
}

std::string with_client(std::string text, const Client& client) {
  replace_all(text, "{id}", client.id);
  replace_all(text, "{secret}", client.secret);
  replace_all(text, "{basic}", base64(client.id + ":" + client.secret));
  return text;
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
  request.path = target.substr(0, target.find('?'));
  request.query = target.size() > request.path.size() ? target.substr(request.path.size() + 1) : std::string_view{};
  request.host = host;
  request.fields = views;
  request.body = body;
  request.peer_address = peer_;
  http::Response response;
  handler_->handle(request, response);
  Answer answer{response.status, std::string(response.constant_fields) + response.fields,
                std::string(response.constant_body) + response.body, response.omit_body, trace_of(response)};
  EXPECT_EQ(response.content_length(), answer.body.size());
  EXPECT_EQ(answer.omits_body, method == http::Method::head);
  check_invariants(request.path, answer);
  return answer;
}

void ServiceTest::change_to(const SnapshotChange& change) {
  // All tests share them, because rendering is slow. Within a test numbers increase, as in the service.
  static std::vector<std::pair<SnapshotChange, std::shared_ptr<const service::Snapshot>>> made = {
      {{}, example_snapshot()}};
  const auto found = std::ranges::find_if(
      made, [&](const auto& entry) { return entry.first == change && entry.second->number > snapshot_->number; });
  if (found != made.end()) {
    snapshot_ = found->second;
  } else {
    const auto& last = *made.back().second;
    snapshot_ = made.emplace_back(change, snapshot_after(last, last.number + 1, change)).second;
  }
  ASSERT_TRUE(handler_->adopt(snapshot_));
}

Client ServiceTest::register_client() {
  const auto registered = send(http::Method::post, "/oauth/register").json();
  return {std::string(registered.at("client_id").as_string()), std::string(registered.at("client_secret").as_string())};
}

std::string ServiceTest::token_for(const Client& client, std::string_view host) {
  const auto answer =
      send(http::Method::post, "/oauth/token", {{"Content-Type", kFormType}}, with_client(kGoodForm, client), host);
  return std::string(answer.json().at("access_token").as_string());
}

std::string ServiceTest::token_for_scopes(const Client& client, const std::string& scopes) {
  const auto answer =
      post("/oauth/token", {{"Content-Type", kFormType}}, with_client(kGoodForm + "&scope=" + scopes, client));
  return std::string(answer.json().at("access_token").as_string());
}

Answer ServiceTest::profile(const std::string& token, std::string_view host) {
  return send(http::Method::get, "/api/agent/full-profile", bearer(token), {}, host);
}

void TokenTableTest::check(const std::vector<TokenRow>& rows) {
  const Client client = register_client();
  std::set<std::string> names;
  for (const TokenRow& row : rows) {
    SCOPED_TRACE(row.name);
    EXPECT_TRUE(names.insert(row.name).second) << "a row of this name exists";
    Fields fields;
    if (!row.media_type.empty()) fields.emplace_back("Content-Type", row.media_type);
    if (!row.authorization.empty()) fields.emplace_back("Authorization", with_client(row.authorization, client));
    const Answer answer = post("/oauth/token", fields, with_client(row.body, client));
    EXPECT_EQ(answer.status, row.status);
    EXPECT_EQ(answer.trace.route, "token");
    if (answer.status != 200) {
      EXPECT_EQ(answer.error(), row.error);
    } else {
      EXPECT_EQ(row.error, "");
      EXPECT_EQ(answer.json().at("scope"), "read:extended");
      EXPECT_EQ(answer.trace.client_id, client.id);
    }
    const bool used_basic = answer.status == 401 && row.authorization.starts_with("Basic");
    EXPECT_EQ(answer.field("WWW-Authenticate"), used_basic ? "Basic realm=\"agent-access\"" : "");
  }
}

}  // namespace agent_access::test
