#include "app/deployment/content_checks.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "app/deployment/content_oversights.hpp"
#include "app/text/value_text.hpp"
#include "app/text/words.hpp"
#include "base/ascii.hpp"
#include "base/text.hpp"
#include "json/reader.hpp"
#include "site/content/labels.hpp"
#include "site/documents/paths.hpp"
#include "site/publish/publication.hpp"
#include "site/sources/language.hpp"

namespace agent_access::app {
namespace {

constexpr json::JsonRules kRules = {.subject = "the document", .max_size = std::size_t{64} << 20U};

/// The file behind a path. Paths of generated documents need no percent-encoding, so only an alias differs.
std::string file_name_of(const std::filesystem::path& root, const content::StaticFile& file) {
  auto name = (root / file.path.substr(1)).string();
  if (!file.media_type.starts_with("text/html") || name.ends_with(".html")) return shown(name);
  return shown(name += name.ends_with('/') ? "index.html" : ".html");
}

std::string validate_json(const std::string& name, std::string_view text) {
  const auto checked = json::check_object(text, kRules);
  if (checked) return {};
  const auto& error = checked.error();
  return place_text(name, error.line, error.column) + ": " + json::sentence(error, kRules);
}

std::string validate_text(const std::string& name, std::string_view text) {
  if (text.empty()) return name + ": is empty; write the document or remove the file";
  return base::is_utf8(text) ? std::string() : name + ": is not UTF-8";
}

std::string validate(const std::string& name, std::string_view media_type, std::string_view text) {
  if (media_type.find("json") != std::string_view::npos) return validate_json(name, text);
  const bool is_text = media_type.starts_with("text/") || media_type.find("xml") != std::string_view::npos;
  return is_text ? validate_text(name, text) : std::string();
}

constexpr std::size_t kPortraitSize = std::size_t{1} << 20U;
constexpr std::size_t kIconSize = std::size_t{256} << 10U;

struct Image {
  std::string_view member;
  const std::string& path;
  std::size_t most;
};

const content::StaticFile* find_file(std::span<const content::StaticFile> files, std::string_view path) {
  const auto found = std::ranges::find(files, path, &content::StaticFile::path);
  return found == files.end() ? nullptr : &*found;
}

/// Whether a line of the text begins with `start`, which is in lower case; case makes no difference.
bool contains_line_start(std::string_view text, std::string_view start) {
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    if (std::ranges::equal(line.substr(0, start.size()), start, {}, base::lower)) return true;
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return false;
}

/// Empty if there is nothing to say.
std::string warning_about(const Image& image, std::span<const content::StaticFile> files) {
  if (image.path.empty() || image.path == documents::kIconPath) return {};
  const auto* const file = find_file(files, image.path);
  const std::string subject = "content.site: design." + std::string(image.member) + ": ";
  if (file == nullptr) {
    return subject + "content.root has no " + image.path +
           "; put the image there, or let the web server in front serve that path";
  }
  if (file->body.size() <= image.most) return {};
  const auto kibibytes = (file->body.size() + 1023) / 1024;
  return subject + image.path + " has " + std::to_string(kibibytes) + " KiB, which every visitor loads; " +
         format_size(image.most) + " is enough for the size in which it is shown";
}

std::vector<std::string> discovery_warnings(const Config& config, std::span<const content::StaticFile> files) {
  std::vector<std::string> warnings;
  // `init` enables it, and beside a site nobody expects generated pages.
  if (config.settings.conventions.page_markdown && !config.settings.has_pages && !config.settings.is_beside) {
    warnings.emplace_back(
        "discovery.page_markdown has no effect with content.pages = false; only generated pages have Markdown forms");
  }
  const auto* const robots = find_file(files, documents::kRobotsPath);
  if (config.settings.conventions.ard && robots != nullptr && !contains_line_start(robots->body, "agentmap:")) {
    warnings.push_back(
        "discovery.ard: the robots.txt in content.root does not name the manifest; add the line Agentmap: " +
        config.settings.base_urls.front().text() + std::string(documents::kArdPath));
  }
  return warnings;
}

/// Empty if site.json names its language, or seems to be in English, which it is by default.
std::string warning_about_default_language(const content::Site& site) {
  if (site.source.contains("language")) return {};
  const auto guess = sources::guessed_language(site.source);
  if (guess.empty() || guess == site.language) return {};
  return "content.site: no language is set, so the pages are in English; write \"language\": " + in_quotes(guess) +
         " into site.json, which was guessed from its texts, or another one";
}

/// Empty if every text of the pages is in the language of the site.
std::string warning_about_language(const content::Site& site) {
  constexpr std::size_t kMostNames = 5;
  const auto names = content::untranslated_labels(site);
  if (names.empty()) return {};
  const std::string which = names.size() > kMostNames ? "site.schema.json lists their names" : base::joined(names);
  return "content.site: language " + in_quotes(site.language) + ": " + std::to_string(names.size()) + " of " +
         std::to_string(content::label_names().size()) + " texts of the pages are English; write them into labels (" +
         which + ")";
}

}  // namespace

base::Result<std::vector<std::string>, Problems> replaced_documents(const std::filesystem::path& root,
                                                                    const content::Settings& settings,
                                                                    const content::Content& content,
                                                                    std::span<const content::StaticFile> files) {
  std::vector<std::string> replaced;
  if (files.empty()) return replaced;
  const auto generated = publish::generated_types({settings, content, publish::document_table(), 0});
  Problems problems;
  for (const auto& file : files) {
    const auto found = generated.find(file.path);
    if (found == generated.end()) continue;
    replaced.push_back(file.path);
    auto problem = validate(file_name_of(root, file), found->second, file.body);
    if (!problem.empty()) problems.push_back(std::move(problem));
  }
  if (!problems.empty()) return base::Failure<Problems>(std::move(problems));
  std::ranges::sort(replaced);
  return replaced;
}

std::vector<std::string> page_warnings(const Config& config, const content::Site& site,
                                       std::span<const content::StaticFile> files) {
  auto warnings = discovery_warnings(config, files);
  if (!config.settings.has_pages) {
    if (config.settings.has_not_found_page && config.settings.is_beside) {
      warnings.emplace_back(
          "content.not_found_page has no effect with content.beside = true; unknown paths are your site's");
    } else if (config.settings.has_not_found_page && find_file(files, documents::kNotFoundPath) == nullptr) {
      warnings.emplace_back(
          "content.not_found_page has no effect with content.pages = false; put a 404.html into content.root");
    }
    return warnings;
  }
  for (auto& warning : {warning_about_default_language(site), warning_about_language(site)}) {
    if (!warning.empty()) warnings.push_back(warning);
  }
  const auto& design = site.design;
  for (const Image& image : {Image{"logo", design.logo, kIconSize}, Image{"portrait", design.portrait, kPortraitSize},
                             Image{"favicon", design.favicon, kIconSize}}) {
    if (auto warning = warning_about(image, files); !warning.empty()) warnings.push_back(std::move(warning));
  }
  return warnings;
}

std::optional<std::string> ineffective_robots_settings(const Config& config,
                                                       std::span<const content::StaticFile> files) {
  const auto& signals = config.settings.signals;
  if ((signals.search + signals.input + signals.training + signals.use).empty()) return std::nullopt;
  constexpr const char* kRemedy = "; write a Content-Signal line into your own robots.txt instead";
  if (std::ranges::find(files, documents::kRobotsPath, &content::StaticFile::path) != files.end()) {
    return std::string("[robots] has no effect, because content.root contains a robots.txt") + kRemedy;
  }
  if (!config.settings.has_pages) return std::string("[robots] has no effect with content.pages = false") + kRemedy;
  return std::nullopt;
}

}  // namespace agent_access::app
