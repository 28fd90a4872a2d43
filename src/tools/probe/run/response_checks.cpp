#include "tools/probe/run/response_checks.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>
#include <utility>

#include "app/text/text.hpp"
#include "base/ascii.hpp"
#include "base/base64url.hpp"
#include "base/hex.hpp"
#include "http/message.hpp"
#include "tools/probe/run/challenge.hpp"

namespace agent_access::tools {
namespace {

constexpr std::string_view kProxyRemedy =
    "if a proxy responds here, let it pass the service's own responses and header fields";

bool is_error_code(std::string_view text) noexcept {
  return !text.empty() && text.size() <= 40 &&
         std::ranges::all_of(text, [](char c) { return base::is_lower(c) || c == '_'; });
}

std::string form_encoded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (base::is_alphanumeric(c) || c == '-' || c == '_' || c == '.' || c == '*') {
      result += c;
    } else {
      base::append_percent(result, c);
    }
  }
  return result;
}

}  // namespace

std::optional<boost::json::object> json_body(const client::ClientResponse& response) {
  const auto type = response.field("Content-Type");
  if (type != "application/json" && !type.starts_with("application/json;")) return std::nullopt;
  boost::system::error_code error;
  auto value = boost::json::parse(response.body, error);
  if (error || !value.is_object()) return std::nullopt;
  return std::move(value.as_object());
}

std::string text_member(const boost::json::object& object, std::string_view name) {
  const auto* value = object.if_contains({name.data(), name.size()});
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

bool lists(const boost::json::object& object, std::string_view name, std::string_view text) {
  const auto* value = object.if_contains({name.data(), name.size()});
  const auto* list = value == nullptr ? nullptr : value->if_array();
  return list != nullptr && std::ranges::any_of(*list, [&](const boost::json::value& entry) {
           return entry.is_string() && std::string_view(entry.get_string()) == text;
         });
}

Finding unexpected(const client::ClientResponse& response, std::string_view expected, std::string remedy) {
  std::string detail = "expected " + std::string(expected) + ", got " + std::to_string(response.status);
  if (const auto body = json_body(response)) {
    const auto error = text_member(*body, "error");
    if (is_error_code(error)) detail += " " + error;
  } else if (response.status >= 400) {
    detail += " without a JSON body";
  }
  return {std::move(detail), std::move(remedy)};
}

bool is_not_stored(const client::ClientResponse& response) {
  return response.field("Cache-Control").find("no-store") != std::string_view::npos;
}

bool is_readable_across_origins(const client::ClientResponse& response) {
  return response.field("Access-Control-Allow-Origin") == "*";
}

std::string_view opaque_tag(std::string_view etag) noexcept { return etag.starts_with("W/") ? etag.substr(2) : etag; }

bool has_link_relation(const client::ClientResponse& response, std::string_view relation) {
  const auto name = std::string(relation);
  return std::ranges::any_of(response.fields, [&](const client::ClientField& field) {
    if (!http::equal_names(field.name, "Link")) return false;
    return field.value.find("rel=\"" + name + "\"") != std::string::npos ||
           (field.value + ";").find("rel=" + name + ";") != std::string::npos ||
           field.value.find("rel=" + name + ",") != std::string::npos;
  });
}

Verdict check_not_stored(const client::ClientResponse& response) {
  if (is_not_stored(response)) return std::nullopt;
  return Finding{"expected Cache-Control: no-store, got none", std::string(kProxyRemedy)};
}

Verdict check_error(const client::ClientResponse& response, unsigned status, std::string_view error) {
  const auto expected = std::to_string(status) + " " + std::string(error);
  const auto body = json_body(response);
  if (response.status != status || !body || text_member(*body, "error") != error) {
    return unexpected(response, expected, std::string(kProxyRemedy));
  }
  if (text_member(*body, "error_description").empty()) {
    return Finding{"expected error_description in the answer, got none", std::string(kProxyRemedy)};
  }
  if (!is_readable_across_origins(response)) {
    return Finding{"expected Access-Control-Allow-Origin: * on the error, got none", std::string(kProxyRemedy)};
  }
  return check_not_stored(response);
}

Verdict check_challenge(const client::ClientResponse& response, std::string_view error) {
  constexpr std::string_view kRemedy = "let the proxy pass WWW-Authenticate unchanged";
  if (response.count("WWW-Authenticate") != 1) {
    return Finding{"expected one WWW-Authenticate field, got " + std::to_string(response.count("WWW-Authenticate")),
                   std::string(kRemedy)};
  }
  const auto challenge = parse_challenge(response.field("WWW-Authenticate"));
  if (!challenge || challenge->scheme != "bearer") {
    return Finding{"expected a Bearer challenge, got " + app::printable(response.field("WWW-Authenticate"), 60),
                   std::string(kRemedy)};
  }
  if (challenge->parameter("error") != error || challenge->parameter("error_description").empty() ||
      challenge->parameter("resource_metadata").empty()) {
    return Finding{
        "expected error=\"" + std::string(error) + "\", error_description and resource_metadata in the challenge",
        std::string(kRemedy)};
  }
  return std::nullopt;
}

std::string form_of(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs) {
  std::string form;
  for (const auto& [name, value] : pairs) {
    if (!form.empty()) form += '&';
    form += form_encoded(name) + "=" + form_encoded(value);
  }
  return form;
}

std::string basic_credentials(std::string_view client_id, std::string_view client_secret) {
  auto encoded = base::base64url_encode(base::bytes_of(form_encoded(client_id) + ":" + form_encoded(client_secret)));
  std::ranges::replace(encoded, '-', '+');
  std::ranges::replace(encoded, '_', '/');
  while (encoded.size() % 4 != 0) encoded += '=';
  return "Basic " + encoded;
}

}  // namespace agent_access::tools
