#include "commands/token_command.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>
#include <optional>
#include <string_view>

#include "app/text/time_text.hpp"
#include "app/text/value_text.hpp"
#include "tools/token/token_reasons.hpp"

namespace agent_access::commands {
namespace {

constexpr std::size_t kNameWidth = 11;
constexpr std::size_t kValueLimit = 400;

std::string_view trimmed(std::string_view text) noexcept {
  constexpr std::string_view kBlanks = " \t\r\n";
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool is_time(std::string_view name) noexcept { return name == "exp" || name == "iat" || name == "nbf"; }

std::string time_remark(std::int64_t time, std::int64_t now) {
  std::string remark = "  (" + app::utc_text(time);
  if (time != now) remark += (time > now ? ", in " : ", ") + app::span_text(time - now) + (time > now ? "" : " ago");
  return remark + ")";
}

std::string value_text(std::string_view name, const boost::json::value& value, std::int64_t now) {
  const auto text = value.is_string() ? std::string(value.get_string()) : std::string(boost::json::serialize(value));
  auto shown = app::printable(text, kValueLimit);
  if (is_time(name) && value.is_int64()) shown += time_remark(value.get_int64(), now);
  return shown;
}

void print_members(std::string_view title, const std::string& json, std::int64_t now) {
  std::cout << title << "\n";
  boost::system::error_code error;
  const auto value = boost::json::parse(json, error);
  if (error || !value.is_object()) {
    std::cout << "  (not a JSON object)\n";
    return;
  }
  for (const auto& member : value.get_object()) {
    auto name = app::printable({member.key().data(), member.key().size()});
    const auto text = value_text(name, member.value(), now);
    name.resize(std::max(name.size() + 1, kNameWidth), ' ');
    std::cout << "  " << name << text << "\n";
  }
}

void print_text(const tools::TokenExamination& examination, std::int64_t now) {
  if (!examination.header.empty()) {
    print_members("Header", examination.header, now);
    print_members("Claims", examination.payload, now);
  }
  std::cout << (examination.reasons.empty() ? "Accepted: signed by a published key, and every claim is valid.\n"
                                            : "Refused:\n");
  for (const auto& reason : examination.reasons) std::cout << "  - " << reason << "\n";
  for (const auto& note : examination.notes) std::cout << "Note: " << note << "\n";
}

boost::json::value parsed_or_null(const std::string& json) {
  boost::system::error_code error;
  auto value = boost::json::parse(json, error);
  return error ? boost::json::value(nullptr) : value;
}

void print_json(const tools::TokenExamination& examination) {
  boost::json::object object;
  object["valid"] = examination.reasons.empty();
  object["header"] = parsed_or_null(examination.header);
  object["claims"] = parsed_or_null(examination.payload);
  object["reasons"] = boost::json::array(examination.reasons.begin(), examination.reasons.end());
  object["notes"] = boost::json::array(examination.notes.begin(), examination.notes.end());
  std::cout << boost::json::serialize(object) << "\n";
}

/// The JWK Set's text, or nothing after a message to standard error.
std::optional<std::string> read_jwks(const TokenInspectOptions& options) {
  if (!options.jwks_json.empty()) return options.jwks_json;
  const auto fetched = tools::fetch_jwks(options.jwks_url, options.ca_file, options.timeout);
  if (fetched) return *fetched;
  std::cerr << "agent-access: " << fetched.error() << "\n";
  return std::nullopt;
}

}  // namespace

int run_token_inspect(const TokenInspectOptions& options) {
  const auto token = trimmed(options.token);
  if (token.empty()) {
    std::cerr << "agent-access: no token on standard input; try: agent-access token inspect --jwks URL < token.txt\n";
    return 2;
  }
  if (options.jwks_json.empty() && options.jwks_url.empty()) {
    std::cerr << "agent-access: no keys to verify with; give --jwks URL or --config FILE\n";
    return 2;
  }
  const auto jwks = read_jwks(options);
  if (!jwks) return 1;
  const auto examination = tools::examine_token(token, *jwks, options.base_urls, options.now);
  if (options.json) {
    print_json(examination);
  } else {
    print_text(examination, options.now);
  }
  return examination.reasons.empty() ? 0 : 1;
}

}  // namespace agent_access::commands
