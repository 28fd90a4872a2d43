#include "app/deployment/content_files.hpp"

#include <algorithm>
#include <array>
#include <boost/json/parse.hpp>
#include <utility>

#include "app/files/file_access.hpp"
#include "app/text/text.hpp"
#include "base/base_url.hpp"
#include "base/text.hpp"
#include "site/templates/assets.hpp"

namespace agent_access::app {
namespace {

constexpr std::size_t kMaxProfileSize = 16UL * 1024 * 1024;
/// Shorter names are close to too many others.
constexpr std::size_t kShortestTypo = 4;

base::Result<content::Profile, Problems> parse_named_profile(std::string_view text, const std::string& file) {
  auto profile = content::parse_profile(text);
  if (profile) return std::move(*profile);
  auto error = profile.error();
  const auto place = place_in(file, std::exchange(error.line, 0), std::exchange(error.column, 0));
  return base::Failure<Problems>({place + ": " + content::describe(error)});
}

Problems described(const std::string& file, const std::vector<content::ContentError>& errors) {
  Problems problems;
  for (const auto& error : errors) problems.push_back(describe(file, error));
  return problems;
}

/// Runs content::parse_site or content::parse_faq on a file or a built-in text.
template <class T>
using Parser = base::Result<T, std::vector<content::ContentError>> (*)(std::string_view json);

template <class T>
base::Result<T, Problems> parse_named(Parser<T> parse, std::string_view text, const std::string& file) {
  auto parsed = parse(text);
  if (!parsed) return base::Failure<Problems>(described(file, parsed.error()));
  return std::move(*parsed);
}

template <class T>
base::Result<T, Problems> parse_file(Parser<T> parse, std::string_view setting, const std::filesystem::path& path) {
  const auto content = read_file(path, content::kMaxContentSize);
  if (!content) return base::Failure<Problems>({std::string(setting) + ": " + content.error()});
  return parse_named(parse, base::text_of(content->bytes.reveal()), shown(path));
}

void warn_of_typos(const content::Site& site, const std::string& file, std::vector<std::string>& warnings) {
  std::vector<std::string> known;
  const auto schema = boost::json::parse(templates::asset("schemas/site.schema.json"));
  for (const auto& property : schema.at("properties").as_object()) known.emplace_back(property.key());
  for (const auto& member : site.source) {
    const std::string_view name = member.key();
    if (name.size() < kShortestTypo || std::ranges::find(known, name) != known.end()) continue;
    const auto meant = base::nearest_name(name, known);
    if (meant.empty()) continue;
    warnings.push_back(file + ": " + std::string(name) + ": published as it is, but shown nowhere; did you mean " +
                       in_quotes(meant) + "?");
  }
}

/// An example belongs on nobody's domain.
bool is_reached_by_others(const Config& config) {
  return !std::ranges::all_of(config.settings.base_urls, base::is_loopback);
}

constexpr std::string_view kIsExample = ": is still the example of `init`";

/// What the owner reads about a file that is still the example.
struct ExampleWords {
  std::string_view setting;
  std::string_view instead;  ///< what others get if it counts as missing
};

/// Content that is the example of `init`: `minimal` instead of it, unless this machine alone can see it. A warning in
/// either case.
template <class T>
T without_example(const Config& config, T content, T minimal, const ExampleWords& words,
                  std::vector<std::string>& warnings) {
  if (!is_example(content)) return content;
  const bool is_missing = is_reached_by_others(config);
  std::string warning(words.setting);
  warning += kIsExample;
  if (is_missing) warning.append(", so it is not published: ").append(words.instead);
  warnings.push_back(warning.append(". Replace it."));
  return is_missing ? std::move(minimal) : std::move(content);
}

constexpr std::array<std::string_view, 4> kExampleDomains = {"example.com", "example.org", "example.net", "example"};

bool is_example_domain(std::string_view host) {
  return std::ranges::any_of(kExampleDomains, [host](std::string_view domain) {
    return host == domain || (host.ends_with(domain) && host[host.size() - domain.size() - 1] == '.');
  });
}

}  // namespace

std::string place_in(const std::string& file, std::size_t line, std::size_t column) {
  auto place = file;
  for (const auto number : {line, column}) {
    if (number > 0) place += ":" + std::to_string(number);
  }
  return place;
}

std::string describe(const std::string& file, const content::ContentError& error) {
  auto text = place_in(file, error.line, error.column) + ": ";
  if (!error.member.empty()) text += error.member + ": ";
  return text += error.sentence;
}

bool is_absent_by_default(const Config& config, std::string_view setting, const std::filesystem::path& path) {
  std::error_code ignored;
  // A dangling link counts as present: it is a mistake.
  return config.is_default(setting) &&
         std::filesystem::symlink_status(path, ignored).type() == std::filesystem::file_type::not_found;
}

content::Profile empty_profile() { return *content::parse_profile("{}"); }

base::Result<content::Profile, Problems> load_profile(const std::filesystem::path& path) {
  const auto content = read_file(path, kMaxProfileSize);
  if (!content) return base::Failure<Problems>({"content.profile: " + content.error()});
  return parse_named_profile(base::text_of(content->bytes.reveal()), shown(path));
}

base::Result<content::Profile, Problems> load_profile(const Config& config, Fallback fallback,
                                                      std::vector<std::string>& warnings) {
  if (!config.settings.issues_tokens()) return empty_profile();
  if (fallback == Fallback::example && config.is_default("content.profile")) {
    return parse_named_profile(templates::asset("example/profile.json"), "the built-in profile.json");
  }
  if (fallback == Fallback::draft && is_absent_by_default(config, "content.profile", config.profile)) {
    warnings.push_back("content.profile: there is no " + shown(config.profile) +
                       "; until you write one, which serve needs, agents with a token read an empty one");
    return empty_profile();
  }
  auto profile = load_profile(config.profile);
  if (!profile) return profile;
  return without_example(config, std::move(*profile), empty_profile(),
                         {"content.profile", "agents get an empty profile"}, warnings);
}

base::Result<content::Site, Problems> load_site(const Config& config, const std::string& name, Fallback fallback,
                                                std::vector<std::string>& warnings) {
  if (fallback == Fallback::example && config.is_default("content.site")) {
    return parse_named(content::parse_site, templates::asset("example/site.json"), "the built-in site.json");
  }
  auto minimal = content::minimal_site(name, config.settings.has_profile);
  if (config.site.empty()) return minimal;
  const std::string only_name = "the site shows nothing but its name, " + name;
  if (is_absent_by_default(config, "content.site", config.site)) {
    warnings.push_back("content.site: there is no " + shown(config.site) + "; until you write one, " + only_name);
    return minimal;
  }
  auto site = parse_file(content::parse_site, "content.site", config.site);
  if (!site) return site;
  warn_of_typos(*site, shown(config.site), warnings);
  return without_example(config, std::move(*site), std::move(minimal), {"content.site", only_name}, warnings);
}

base::Result<content::Faq, Problems> load_faq(const Config& config, std::string_view language, Fallback fallback,
                                              std::vector<std::string>& warnings) {
  if (fallback == Fallback::example && config.is_default("content.faq")) {
    return parse_named(content::parse_faq, templates::asset("example/faq.json"), "the built-in faq.json");
  }
  const bool has_profile = config.settings.has_profile;
  auto minimal = has_profile ? content::minimal_faq(language, config.settings.request_log) : content::Faq();
  if (config.faq.empty() || is_absent_by_default(config, "content.faq", config.faq)) return minimal;
  auto faq = parse_file(content::parse_faq, "content.faq", config.faq);
  if (!faq) return faq;
  const std::string_view instead = has_profile ? "the FAQ is about access for agents only" : "there is no FAQ";
  return without_example(config, std::move(*faq), std::move(minimal), {"content.faq", instead}, warnings);
}

bool is_about_example(std::string_view warning) noexcept { return warning.contains(kIsExample); }

bool is_example(const content::Profile& profile) {
  const auto example = content::parse_profile(templates::asset("example/profile.json"));
  return example && example->prefix == profile.prefix;
}

bool is_example(const content::Site& site) {
  const auto example = content::parse_site(templates::asset("example/site.json"));
  return example && example->source == site.source;
}

bool is_example(const content::Faq& faq) {
  const auto example = content::parse_faq(templates::asset("example/faq.json"));
  return example && std::ranges::equal(example->questions, faq.questions, [](const auto& one, const auto& other) {
           return one.question == other.question && one.answer == other.answer;
         });
}

std::vector<std::string> example_warnings(const content::Settings& settings) {
  std::vector<std::string> warnings;
  for (const auto& base_url : settings.base_urls) {
    if (!is_example_domain(base::host_and_port(base_url).host)) continue;
    warnings.push_back("base_urls: " + base_url.text() +
                       " is a domain for examples, which nobody can reach; write the addresses of your site");
  }
  return warnings;
}

}  // namespace agent_access::app
