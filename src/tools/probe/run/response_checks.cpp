#include "tools/probe/run/response_checks.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <utility>

#include "app/text/text.hpp"
#include "base/ascii.hpp"
#include "base/base64url.hpp"
#include "base/hex.hpp"
#include "http/message.hpp"
#include "tools/probe/run/reading.hpp"

namespace agent_access::tools {
namespace {

constexpr const char* kProxyRemedy =
    "if a proxy responds here, let it pass the service's own responses and header fields";

bool is_error_code(std::string_view text) noexcept {
  return !text.empty() && text.size() <= 40 &&
         std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

std::string form_encoded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool is_plain = base::is_alphanumeric(c) || std::string_view("-_.*").contains(c);
    is_plain ? result.push_back(c) : base::append_percent(result, c);
  }
  return result;
}

constexpr std::string_view kBlanks = " \t";

std::string_view take_token(std::string_view& text) noexcept {
  const auto end = std::ranges::find_if_not(text, base::is_token_character);
  const auto token = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(token.size());
  return token;
}

void skip_blanks(std::string_view& text) noexcept {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
}

/// quoted-string of RFC 9110 section 5.6.4, after the opening quote.
std::optional<std::string> take_quoted(std::string_view& text) {
  std::string value;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') {
      text.remove_prefix(i + 1);
      return value;
    }
    if (text[i] == '\\') ++i;
    if (i == text.size()) break;
    value += text[i];
  }
  return std::nullopt;
}

std::optional<std::string> take_value(std::string_view& text) {
  if (text.starts_with('"')) return take_quoted(text);
  const auto token = take_token(text);
  if (token.empty()) return std::nullopt;
  return std::string(token);
}

}  // namespace

std::string_view Challenge::parameter(const std::string& name) const {
  const auto found = parameters.find(name);
  return found == parameters.end() ? std::string_view{} : std::string_view(found->second);
}

std::optional<Challenge> parse_challenge(std::string_view text) {
  Challenge challenge;
  challenge.scheme = base::lower_case(take_token(text));
  if (challenge.scheme.empty()) return std::nullopt;
  if (text.empty()) return challenge;
  if (!text.starts_with(' ')) return std::nullopt;
  skip_blanks(text);
  while (true) {
    const auto name = base::lower_case(take_token(text));
    if (name.empty() || !text.starts_with('=')) return std::nullopt;
    text.remove_prefix(1);
    auto value = take_value(text);
    if (!value || !challenge.parameters.emplace(name, std::move(*value)).second) return std::nullopt;
    skip_blanks(text);
    if (text.empty()) return challenge;
    if (!text.starts_with(',')) return std::nullopt;
    text.remove_prefix(1);
    skip_blanks(text);
  }
}

std::string first_unmet(std::initializer_list<Condition> conditions) {
  const auto* unmet = std::ranges::find(conditions, false, &Condition::holds);
  return unmet == conditions.end() ? std::string() : unmet->expected;
}

Verdict unmet_in(std::string_view document, std::initializer_list<Condition> conditions) {
  const auto expected = first_unmet(conditions);
  if (expected.empty()) return std::nullopt;
  return Finding{"expected " + expected + " in the " + std::string(document), kBodyRemedy};
}

std::optional<boost::json::object> json_body(const client::ClientResponse& response) {
  const auto type = response.field("Content-Type");
  if (type != "application/json" && !type.starts_with("application/json;")) return std::nullopt;
  boost::system::error_code error;
  auto value = boost::json::parse(response.body, error);
  if (error || !value.is_object()) return std::nullopt;
  return std::move(value.as_object());
}

Finding unexpected(const client::ClientResponse& response, std::string_view expected, std::string remedy) {
  std::string detail = "expected " + std::string(expected) + ", got " + std::to_string(response.status);
  if (const auto body = json_body(response)) {
    const auto error = text_at(*body, "error");
    if (is_error_code(error)) detail += " " + error;
  } else if (response.status >= 400) {
    detail += " without a JSON body";
  }
  return {std::move(detail), std::move(remedy)};
}

std::string expected_got(std::string_view what, std::string_view got, std::size_t limit) {
  return "expected " + std::string(what) + ", got " + (got.empty() ? "none" : app::printable(got, limit));
}

bool has_in_field(const client::ClientResponse& response, std::string_view name, std::string_view text) {
  return response.field(name).find(text) != std::string_view::npos;
}

bool is_good(const client::ClientResponse* response, std::string_view type) {
  return response != nullptr && response->status == 200 && http::is_media_type(response->field("Content-Type"), type);
}

bool is_not_stored(const client::ClientResponse& response) {
  return has_in_field(response, "Cache-Control", "no-store");
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
  return Finding{"expected Cache-Control: no-store, got none", kProxyRemedy};
}

Verdict check_error(const client::ClientResponse& response, unsigned status, std::string_view error) {
  const auto body = json_body(response);
  if (response.status != status || !body || text_at(*body, "error") != error) {
    return unexpected(response, std::to_string(status) + " " + std::string(error), kProxyRemedy);
  }
  const auto unmet =
      first_unmet({{!text_at(*body, "error_description").empty(), "error_description in the answer"},
                   {is_readable_across_origins(response), "Access-Control-Allow-Origin: * on the error"}});
  if (!unmet.empty()) return Finding{expected_got(unmet, ""), kProxyRemedy};
  return check_not_stored(response);
}

Verdict check_length(const client::ClientResponse& response, std::size_t size, const char* remedy) {
  if (response.status != 200) return unexpected(response, "200", remedy);
  const auto length = response.field("Content-Length");
  if (length.empty() || length == std::to_string(size)) return std::nullopt;
  return Finding{expected_got("Content-Length " + std::to_string(size), length, 12), remedy};
}

Verdict check_challenge(const client::ClientResponse& response, std::string_view error) {
  const auto challenge = parse_challenge(response.field("WWW-Authenticate"));
  const auto has = [&](const char* name) { return challenge && !challenge->parameter(name).empty(); };
  const auto count = response.count("WWW-Authenticate");
  const auto unmet = first_unmet(
      {{count == 1, "one WWW-Authenticate field, got " + std::to_string(count)},
       {challenge && challenge->scheme == "bearer",
        "a Bearer challenge, got " + app::printable(response.field("WWW-Authenticate"), 60)},
       {challenge && challenge->parameter("error") == error && has("error_description") && has("resource_metadata"),
        "error=\"" + std::string(error) + "\", error_description and resource_metadata in the challenge"}});
  if (unmet.empty()) return std::nullopt;
  return Finding{"expected " + unmet, "let the proxy pass WWW-Authenticate unchanged"};
}

std::string form_of(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs) {
  std::string form;
  for (const auto& [name, value] : pairs) {
    if (!form.empty()) form += '&';
    form += form_encoded(name) + "=" + form_encoded(value);
  }
  return form;
}

client::ClientField basic_credentials(std::string_view client_id, std::string_view client_secret) {
  const auto pair = form_encoded(client_id) + ":" + form_encoded(client_secret);
  std::string encoded(base::base64_encoded_size(pair.size()), '\0');
  base::base64_encode_to(base::bytes_of(pair), encoded.data());
  return {"Authorization", "Basic " + encoded};
}

client::ClientField bearer(const std::string& token) { return {"Authorization", "Bearer " + token}; }

}  // namespace agent_access::tools
