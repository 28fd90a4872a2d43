// Every request that framing accepts gets a response of the service: no server error, errors as JSON of two constant
// members, well-formed field lines, a registration as specified, and never the profile.
//
// Input: like a request with LF instead of CR LF: "POST /oauth/register", field lines "Name: value", an empty line,
// the body. Bytes that framing would refuse are cut off.
#include <boost/json/parse.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.hpp"
#include "base/base_url.hpp"
#include "base/text.hpp"
#include "fuzz/target.hpp"
#include "net/http1/grammar.hpp"
#include "service/handler.hpp"
#include "site/content/load.hpp"
#include "support/fixed_ports.hpp"

namespace agent_access::fuzz {
namespace {

constexpr std::int64_t kNow = 1790000000;
constexpr std::string_view kMaster = "a master secret of thirty-two by";
constexpr std::string_view kSecretContent = "only for those with a token";

std::vector<oauth::MasterSecret> masters() {
  std::vector<oauth::MasterSecret> all;
  all.push_back(oauth::MasterSecret::parse(base::bytes_of(kMaster)).value());
  return all;
}

std::shared_ptr<const service::Snapshot> snapshot() {
  const base::Seconds now{std::chrono::seconds{kNow}};
  return service::build_snapshot(
      {.number = 1,
       .now = now,
       .settings = {{base::parse_base_url("https://example.com").value()}},
       .client_secret_keys = oauth::ClientSecretKeys::derive(masters()).value(),
       .keys = oauth::KeySchedule::derive(masters(), 1, std::chrono::hours{24 * 7}, now).value(),
       .profile = content::parse_profile("{\"about\": \"" + std::string(kSecretContent) + "\"}").value(),
       .content = std::make_shared<const content::Content>(content::minimal_site("Example"), content::minimal_faq()),
       .files = std::make_shared<const std::vector<content::StaticFile>>()});
}

struct Service {
  test::FixedClock clock{kNow};
  test::FixedMonotonicClock monotonic;
  test::ScriptedRandom random;
  service::VerifiedTokenCache verified_tokens{64};
  limit::RateLimiter limiter{limit::HashKey{}, 64};
  std::unique_ptr<service::Handler> handler =
      service::Handler::create(snapshot(), {clock, monotonic, random, verified_tokens, limiter}).value();
};

// False: framing would have refused it.
bool read_request(std::string_view text, http::Request& request, std::vector<http::Field>& fields) {
  const std::string_view line = take_line(text);
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos || !net::is_token(line.substr(0, space))) return false;
  const std::string_view target = line.substr(space + 1);
  if (!net::is_origin_form(target)) return false;
  request.method = http::method_of(line.substr(0, space));
  const std::size_t mark = target.find('?');
  request.path = target.substr(0, mark);
  if (mark != std::string_view::npos) request.query = target.substr(mark + 1);
  request.host = "example.com";
  std::size_t authorizations = 0;
  for (std::string_view field = take_line(text); !field.empty(); field = take_line(text)) {
    const std::size_t colon = field.find(':');
    if (colon == std::string_view::npos || !net::is_token(field.substr(0, colon))) return false;
    fields.push_back({field.substr(0, colon), base::trim(field.substr(colon + 1))});
    if (net::scan_line(std::string(field) + "\r\n", field.size()).state != net::Line::State::complete) return false;
    if (http::equal_names(fields.back().name, "Authorization")) ++authorizations;
  }
  request.fields = fields;
  request.body = text;
  return authorizations <= 1;
}

void check_fields(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = lines.find("\r\n");
    const std::string_view line = lines.substr(0, end);
    must(end != std::string_view::npos && line.find(": ") != std::string_view::npos);
    must(line.find_first_of("\r\n") == std::string_view::npos);
    lines.remove_prefix(end + 2);
  }
}

void check_body(const http::Request& request, const http::Response& response) {
  const std::string body = std::string(response.constant_body) + response.body;
  // A client may have this name, which its registration response repeats.
  must(!body.contains(kSecretContent) || request.body.contains(kSecretContent));
  if (response.status >= 400) {
    const auto error = boost::json::parse(body).as_object();
    must(error.size() == 2 && error.at("error").is_string() && error.at("error_description").is_string());
  }
  if (response.status == 201) {
    const auto client = boost::json::parse(body).as_object();
    must(request.path == "/oauth/register" && client.at("client_secret").as_string().size() == 43);
  }
}

}  // namespace

AGENT_ACCESS_FUZZ_TARGET(service) {
  static Service service;
  http::Request request;
  std::vector<http::Field> fields;
  if (!read_request({reinterpret_cast<const char*>(data), size}, request, fields)) return;
  http::Response response;
  service.handler->handle(request, response);
  must(response.status >= 200 && response.status < 500);
  check_fields(std::string(response.constant_fields) + response.fields);
  check_body(request, response);
}

}  // namespace agent_access::fuzz
