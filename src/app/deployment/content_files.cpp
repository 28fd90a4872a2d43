#include "app/deployment/content_files.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/deployment/content_oversights.hpp"
#include "app/deployment/example_content.hpp"
#include "app/files/file_access.hpp"
#include "app/text/words.hpp"
#include "base/text.hpp"
#include "json/members.hpp"
#include "json/reader.hpp"
#include "site/content/labels.hpp"
#include "site/sources/joined_site.hpp"
#include "site/sources/titles.hpp"
#include "site/templates/assets.hpp"

namespace agent_access::app {
namespace {

namespace bj = boost::json;

constexpr std::size_t kMaxProfileSize = 16UL * 1024 * 1024;

// The content of a text; `file` is its name, for messages.

using Markup = std::vector<content::ContentError>;
using Warnings = std::vector<std::string>;

base::Result<content::Profile, Problems> profile_of(std::string_view text, const std::string& file, Markup& markup) {
  auto profile = content::parse_profile(text, markup);
  if (profile) return std::move(*profile);
  auto error = profile.error();
  const auto place = place_text(file, std::exchange(error.line, 0), std::exchange(error.column, 0));
  return base::Failure<Problems>({place + ": " + content::describe(error)});
}

template <class T>
base::Result<T, Problems> with_places(base::Result<T, std::vector<content::ContentError>> parsed,
                                      const std::string& file) {
  if (parsed) return std::move(*parsed);
  Problems problems;
  for (const auto& error : parsed.error()) problems.push_back(error_text(file, error));
  return base::Failure<Problems>(std::move(problems));
}

base::Result<content::Site, Problems> site_of(std::string_view text, const std::string& file, Markup& markup) {
  return with_places(content::parse_site(text, markup), file);
}

base::Result<content::Faq, Problems> faq_of(std::string_view text, const std::string& file, Markup& markup) {
  return with_places(content::parse_faq(text, markup), file);
}

template <class Content>
using Parse = base::Result<Content, Problems> (*)(std::string_view, const std::string&, Markup&);

template <class Content>
base::Result<Content, Problems> built_in(Parse<Content> parse, const std::string& name) {
  Markup ignored;
  return parse(templates::asset("example/" + name), "the built-in " + name, ignored);
}

/// What `parse` makes of a file of at most `limit` bytes. Its texts with markup are warnings.
template <class Content>
base::Result<Content, Problems> parse_file(Parse<Content> parse, std::string_view setting,
                                           const std::filesystem::path& path, std::size_t limit,
                                           std::vector<std::string>& warnings) {
  const auto content = read_file(path, limit);
  if (!content) return base::Failure<Problems>({std::string(setting) + ": " + content.error()});
  const auto text = base::text_of(content->bytes.reveal());
  Markup markup;
  auto parsed = parse(text, shown(path), markup);
  std::ranges::move(markup_warnings(shown(path), markup), std::back_inserter(warnings));
  return parsed;
}

/// Content that is the example of `init`: `minimal` instead of it, unless this machine alone can see it. A warning in
/// either case, which says what others get `instead`.
template <class T>
T without_example(const Config& config, T content, T minimal, std::string_view setting, std::string_view instead,
                  std::vector<std::string>& warnings) {
  if (!is_example(content)) return content;
  warnings.push_back(example_warning(config, setting, instead));
  return is_hidden_if_example(config) ? std::move(minimal) : std::move(content);
}

/// Whether there is a file to read at the path of a setting.
bool is_given(const Config& config, std::string_view setting, const std::filesystem::path& path, Fallback fallback) {
  const bool is_of_others = fallback == Fallback::example && config.is_default(setting);
  return !path.empty() && !is_of_others && !is_absent_by_default(config, setting, path);
}

/// A file that is completed by what sources say.
struct OwnFile {
  const Config& config;
  std::string_view setting;
  const std::filesystem::path& path;
  std::string_view example;
};

/// Its text, "{}" if there is none. An example says nothing about the owner of the sources.
base::Result<std::string, Problems> text_of(const OwnFile& file, Fallback fallback, Warnings& warnings) {
  if (!is_given(file.config, file.setting, file.path, fallback)) return "{}";
  const auto content = read_file(file.path, content::kMaxContentSize);
  if (!content) return base::Failure<Problems>({std::string(file.setting) + ": " + content.error()});
  const auto text = base::text_of(content->bytes.reveal());
  const auto own = json::read_object(text, {});
  if (!own || *own != *json::read_object(templates::asset("example/" + std::string(file.example)), {})) {
    return std::string(text);
  }
  warnings.push_back(example_warning(file.config, file.setting, "the sources are the content"));
  return "{}";
}

template <class Content>
using Completed = base::Result<Content, Markup> (*)(std::string_view, Markup&, const content::Completion&);

/// The file and what `complete` adds to it, as one content.
template <class Content>
base::Result<Content, Problems> parse_completed(Completed<Content> parse, const OwnFile& file,
                                                const content::Completion& complete, Fallback fallback,
                                                Warnings& warnings) {
  const auto text = text_of(file, fallback, warnings);
  if (!text) return base::Failure(text.error());
  Markup markup;
  auto parsed = parse(*text, markup, complete);
  const auto name = shown(file.path);
  std::ranges::move(markup_warnings(name, markup), std::back_inserter(warnings));
  if (parsed) return std::move(*parsed);
  Problems problems;
  for (const auto& error : parsed.error()) {
    const bool is_of_sources = error.line == 0 && !error.member.empty();
    problems.push_back(error_text(is_of_sources ? "content.sources" : name, error));
  }
  return base::Failure<Problems>(std::move(problems));
}

/// Adds a required text that no file has.
void make_up(bj::object& site, const char* member, const std::string& text, std::string_view why, Warnings& warnings) {
  if (!site.emplace(member, text).second) return;
  warnings.push_back("content.sources: " + std::string(why) + "; until site.json does, the site shows " +
                     in_quotes(text));
}

/// Titles that readers wrote are in the language of their file; site.json may have another one, and own texts.
void use_labels(const bj::object& own, bj::object& said) {
  content::Site site;
  const auto language = json::text_at(own, "language");
  site.language = language.empty() ? json::text_at(said, "language") : language;
  if (const auto* const labels = own.if_contains("labels"); labels != nullptr && labels->is_object()) {
    for (const auto& [name, text] : labels->get_object()) {
      if (text.is_string()) site.labels.emplace(name, text.get_string());
    }
  }
  sources::translate_titles(said, content::Labels(site));
}

base::Result<content::Site, Problems> site_of_sources(const Config& config, bj::object said,
                                                      const content::Site& minimal, Fallback fallback,
                                                      Warnings& warnings) {
  const auto complete = [&](bj::object& site) {
    use_labels(site, said);
    sources::add_missing(site, std::move(said));
    auto& owner = site.emplace("owner", bj::object()).first->value();
    if (owner.is_object())
      make_up(owner.get_object(), "name", minimal.owner.name, "no file says whose site it is", warnings);
    make_up(site, "tagline", minimal.tagline, "no file has a tagline", warnings);
    sources::add_slugs(site);
  };
  auto site = parse_completed(content::parse_site, {config, "content.site", config.site, "site.json"}, complete,
                              fallback, warnings);
  if (site) std::ranges::move(typo_warnings(*site, shown(config.site)), std::back_inserter(warnings));
  return site;
}

}  // namespace

bool is_absent_by_default(const Config& config, std::string_view setting, const std::filesystem::path& path) {
  std::error_code ignored;
  // A dangling link counts as present: it is a mistake.
  return config.is_default(setting) &&
         std::filesystem::symlink_status(path, ignored).type() == std::filesystem::file_type::not_found;
}

content::Profile empty_profile() { return *content::parse_profile("{}"); }

base::Result<content::Profile, Problems> load_profile(const Config& config, Fallback fallback,
                                                      std::vector<std::string>& warnings) {
  if (!config.settings.issues_tokens()) return empty_profile();
  if (fallback == Fallback::example && config.is_default("content.profile")) {
    return config.sources.empty() ? built_in(profile_of, "profile.json") : empty_profile();
  }
  if (fallback == Fallback::draft && is_absent_by_default(config, "content.profile", config.profile)) {
    warnings.push_back("content.profile: there is no " + shown(config.profile) +
                       "; until you write one, which serve needs, agents with a token read an empty one");
    return empty_profile();
  }
  if (fallback == Fallback::minimal && is_absent_by_default(config, "content.profile", config.profile)) {
    return base::Failure<Problems>({"content.profile: there is no " + shown(config.profile) +
                                    ", without which serve does not start; write into it what agents with a token "
                                    "read, or {} for now"});
  }
  auto profile = parse_file(profile_of, "content.profile", config.profile, kMaxProfileSize, warnings);
  if (!profile) return profile;
  return without_example(config, std::move(*profile), empty_profile(), "content.profile", "agents get an empty profile",
                         warnings);
}

base::Result<content::Site, Problems> load_site(const Config& config, const std::string& name, bj::object said,
                                                Fallback fallback, Warnings& warnings) {
  auto minimal = content::minimal_site(name, config.settings.has_profile);
  if (!said.empty()) return site_of_sources(config, std::move(said), minimal, fallback, warnings);
  if (fallback == Fallback::example && config.is_default("content.site") && config.sources.empty()) {
    return built_in(site_of, "site.json");
  }
  if (config.site.empty()) return minimal;
  const std::string only_name = "the site shows nothing but its name, " + name;
  if (!is_given(config, "content.site", config.site, fallback)) {
    warnings.push_back("content.site: there is no " + shown(config.site) + "; until you write one, " + only_name);
    return minimal;
  }
  auto site = parse_file(site_of, "content.site", config.site, content::kMaxContentSize, warnings);
  if (!site) return site;
  std::ranges::move(typo_warnings(*site, shown(config.site)), std::back_inserter(warnings));
  return without_example(config, std::move(*site), std::move(minimal), "content.site", only_name, warnings);
}

base::Result<content::Faq, Problems> load_faq(const Config& config, std::string_view language,
                                              const bj::array& questions, Fallback fallback, Warnings& warnings) {
  if (!questions.empty()) {
    const auto complete = [&](bj::object& faq) { sources::add_questions(faq, questions); };
    return parse_completed(content::parse_faq, {config, "content.faq", config.faq, "faq.json"}, complete, fallback,
                           warnings);
  }
  if (fallback == Fallback::example && config.is_default("content.faq") && config.sources.empty()) {
    return built_in(faq_of, "faq.json");
  }
  const bool has_profile = config.settings.has_profile;
  auto minimal = has_profile ? content::minimal_faq(language, config.settings.request_log) : content::Faq();
  if (!is_given(config, "content.faq", config.faq, fallback)) return minimal;
  auto faq = parse_file(faq_of, "content.faq", config.faq, content::kMaxContentSize, warnings);
  if (!faq) return faq;
  const std::string_view instead = has_profile ? "the FAQ is about access for agents only" : "there is no FAQ";
  return without_example(config, std::move(*faq), std::move(minimal), "content.faq", instead, warnings);
}

Warnings number_warnings(const Config& config, Fallback fallback, std::span<const sources::WithheldNumber> numbers) {
  Warnings warnings;
  if (numbers.empty()) return warnings;
  for (const OwnFile& file : {OwnFile{config, "content.site", config.site, "site.json"},
                              OwnFile{config, "content.faq", config.faq, "faq.json"}}) {
    Warnings told_before;
    const auto text = text_of(file, fallback, told_before);
    if (!text) continue;
    const auto own = json::read_object(*text, {});
    if (!own) continue;
    const auto found = sources::texts_with_numbers(*own, {}, numbers);
    json::Lines lines;
    for (const auto& each : found) lines.emplace(each.place, 0);
    if (!found.empty()) json::find_lines(*text, lines);
    for (const auto& [place, ignored, number] : found) {
      warnings.push_back(error_text(
          shown(file.path), {.line = lines.at(place), .member = place, .sentence = sources::sentence_of(number)}));
    }
  }
  return warnings;
}

}  // namespace agent_access::app
