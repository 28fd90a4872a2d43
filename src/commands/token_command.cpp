#include "base/ascii.hpp"
#include "commands/command_line.hpp"
#include "commands/commands.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <iostream>
#include <optional>
#include <string_view>

#include "app/deployment/material.hpp"
#include "app/deployment/system_clock.hpp"
#include "app/text/text.hpp"
#include "documents/metadata/metadata.hpp"
#include "tools/token/token_reasons.hpp"

namespace agent_access::commands {
namespace {

constexpr std::size_t kNameWidth = 11;
constexpr std::size_t kValueLimit = 400;

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

struct TokenInputOptions : TokenInspectOptions {
  ConfigOption config;  ///< used when there is no jwks_url; has the base URLs if none are given
};

/// Longer than any valid token: a longer one is refused for its size.
constexpr std::size_t kMaxInput = 16UL * 1024;

std::string read_token(std::istream& input) {
  std::array<char, kMaxInput> buffer{};
  input.read(buffer.data(), buffer.size());
  return {buffer.data(), static_cast<std::size_t>(input.gcount())};
}

base::Result<void, app::Problems> take_configuration(TokenInputOptions& options) {
  const auto config = app::load_config(options.config.sources());
  if (!config) return base::Failure<app::Problems>(config.error());
  std::vector<std::string> warnings;
  const auto plan = app::load_key_plan(*config, warnings);
  if (!plan) return base::Failure<app::Problems>(plan.error());
  const auto schedule = app::make_schedule(*plan, app::SystemClock{}.now());
  if (!schedule) return base::Failure<app::Problems>({"keys: " + std::string(app::describe(schedule.error()))});
  options.jwks_json = documents::render_jwks(*schedule);
  if (!options.base_urls.empty()) return {};
  const auto settings = app::load_settings(*config);
  if (!settings) return base::Failure<app::Problems>(settings.error());
  for (const auto& base_url : settings->base_urls) options.base_urls.push_back(base_url.text());
  return {};
}

/// The token from standard input, the keys from a URL or from the configuration.
int run_token_input(TokenInputOptions& options) {
  options.now = app::SystemClock{}.now().time_since_epoch().count();
  if (options.jwks_url.empty()) {
    if (const auto taken = take_configuration(options); !taken) return app::fail(taken.error());
  }
  options.token = read_token(std::cin);
  return run_token_inspect(options);
}

}  // namespace

int run_token_inspect(const TokenInspectOptions& options) {
  const auto token = base::trim_white_space(options.token);
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

void add_token(CommandLine& line) {
  auto& token = add_command(line, "token", "Inspect access tokens", "token inspect --config agent-access.toml < token");
  token.require_subcommand(1);
  auto& inspect = *token.add_subcommand("inspect", "Read a token from standard input, verify and explain it");
  inspect.footer("Example:\n  agent-access token inspect --jwks https://example.com/.well-known/jwks.json < token");
  const auto options = std::make_shared<TokenInputOptions>();
  options->config.add_to(inspect);
  inspect.add_option("--jwks", options->jwks_url, "Where the keys are published")->type_name("URL");
  inspect.add_option("--base-url", options->base_urls, "An accepted issuer; repeat for more")->type_name("URL");
  add_ca_file_option(inspect, options->ca_file);
  add_json_option(inspect, options->json);
  set_run(line, inspect, options, run_token_input);
}

}  // namespace agent_access::commands
