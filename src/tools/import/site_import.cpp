#include "tools/import/site_import.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <map>
#include <utility>

#include "app/files/file_access.hpp"
#include "app/text/words.hpp"
#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "json/json_text.hpp"
#include "json/members.hpp"
#include "json/reader.hpp"
#include "site/content/load.hpp"
#include "site/sources/formats.hpp"
#include "site/sources/texts/foreign_json.hpp"
#include "site/templates/assets.hpp"
#include "tools/import/merge.hpp"

namespace agent_access::tools {
namespace {

namespace bj = boost::json;
using Problems = std::vector<std::string>;

constexpr std::size_t kMostBytes = std::size_t{16} * 1024 * 1024;
constexpr json::JsonRules kRules = {.subject = "the file", .max_size = kMostBytes};

base::Result<std::string, std::string> text_in(const std::filesystem::path& path) {
  const auto file = app::read_file(path, kMostBytes);
  if (!file) return base::Failure(file.error());
  return std::string(base::text_of(file->bytes.reveal()));
}

bool is_there(const std::filesystem::path& path) {
  std::error_code ignored;
  return !path.empty() && std::filesystem::exists(path, ignored);
}

/// "papers.bib:12: smith2020: …".
std::string line_of(const std::string& file, const sources::SourceNote& note) {
  auto text = app::shown(file) + (note.line > 0 ? ":" + std::to_string(note.line) : "") + ": ";
  if (!note.place.empty()) text += note.place + ": ";
  text += note.sentence;
  return base::visible_text(note.times > 1 ? text + " (" + std::to_string(note.times) + " times)" : text);
}

std::size_t size_of(const bj::object& object, std::string_view path) {
  const auto* const list = json::array_at(object, path);
  return list == nullptr ? 0 : list->size();
}

std::string taken_from(const bj::object& said) {
  constexpr auto kNouns =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"site.cv.positions", "position"},
                                                                    {"site.cv.education", "degree"},
                                                                    {"site.cv.skills", "skill area"},
                                                                    {"site.cv.languages", "language"},
                                                                    {"site.cv.awards", "award"},
                                                                    {"site.cv.sections", "further section"},
                                                                    {"site.publications", "publication"},
                                                                    {"site.projects", "project"},
                                                                    {"questions", "question"}});
  std::vector<std::string> parts;
  if (json::object_at(said, "site.owner") != nullptr) parts.emplace_back("owner");
  for (const auto& [path, noun] : kNouns) {
    if (const auto count = size_of(said, path); count > 0) parts.push_back(app::counted(count, noun));
  }
  return parts.empty() ? "nothing" : base::joined(parts);
}

/// One site: the first file that says something decides. What site.json requires and no file says is made up.
/// `sources`: what the files say, by their names, in the order of their first import.
bj::object combined(const bj::object& sources, std::vector<std::string>* report) {
  bj::object site;
  for (const auto& file : sources) {
    if (const auto* const part = json::object_at(file.value().get_object(), "site")) add_missing(site, *part);
  }
  if (site.empty()) return site;
  auto& owner = site["owner"];
  if (!owner.is_object()) owner.emplace_object();
  if (json::text_at(site, "owner.name").empty()) {
    std::map<std::string, std::size_t> works;
    for (const auto* work : json::objects_at(site, "publications")) {
      for (const auto& author : json::texts_at(*work, "authors")) ++works[author];
    }
    const auto most = std::ranges::max_element(works, {}, [](const auto& each) { return each.second; });
    if (most == works.end()) return site;
    owner.get_object()["name"] = most->first;
    if (report != nullptr) {
      report->push_back("owner.name: no file says it; \"" + most->first + "\" is an author of " +
                        std::to_string(most->second) + " of " + std::to_string(size_of(site, "publications")) +
                        " works; correct it if you are somebody else");
    }
  }
  if (json::text_at(site, "tagline").empty()) {
    const auto summary = std::string(json::text_at(site, "owner.summary"));
    constexpr std::size_t kLongest = 120;
    const auto end = summary.find(". ");
    auto line = summary.substr(0, end == std::string::npos ? end : end + 1);
    if (line.empty() || line.size() > kLongest) line = "Site of " + std::string(json::text_at(site, "owner.name"));
    site["tagline"] = line;
    if (report != nullptr) report->push_back("tagline: no file says it; \"" + line + "\" until you write your own");
  }
  return site;
}

bj::object faq_of(const bj::object& sources) {
  bj::object faq;
  for (const auto& file : sources) {
    const auto* const part = json::array_at(file.value().get_object(), "questions");
    if (part != nullptr) add_missing(faq, {{"questions", *part}});
  }
  return faq;
}

template <class Content>
using Parse = base::Result<Content, std::vector<content::ContentError>> (*)(std::string_view);

/// The owner's file as an object; empty if it is missing or an example.
template <class Content>
bj::object own_file(const std::filesystem::path& path, std::string_view example, Parse<Content> parse,
                    Problems& problems) {
  if (!is_there(path)) return {};
  const auto text = text_in(path);
  if (!text) {
    problems.push_back(text.error());
    return {};
  }
  if (*text == templates::asset(example)) return {};
  if (const auto valid = parse(*text); !valid) {
    for (const auto& error : valid.error())
      problems.push_back(app::shown(path) + ": " + content::describe(error) + "; correct it first");
    return {};
  }
  return std::move(*json::read_object(*text, kRules));
}

/// What the files said at the last import.
bj::object record_in(const std::filesystem::path& path, Problems& problems) {
  if (!is_there(path)) return {};
  const auto record = json::read_object(text_in(path).value_or(""), kRules);
  const auto* const files = record ? json::object_at(*record, "files") : nullptr;
  const auto is_object = [](const auto& file) { return file.value().is_object(); };
  if (files != nullptr && std::ranges::all_of(*files, is_object)) return *files;
  problems.push_back(app::shown(path) +
                     " cannot be read; restore it, or remove it: then every present value counts as yours");
  return {};
}

/// Reads one file into `sources`, in the place of what it said before.
void read_source(const std::filesystem::path& path, const ImportOptions& options, bj::object& sources,
                 std::vector<std::string>& report, Problems& problems) {
  const auto text = text_in(path);
  if (!text) return problems.push_back(text.error());
  const auto format = options.format ? base::Result<sources::SourceFormat, std::string>(*options.format)
                                     : sources::detect_format(*text);
  auto imported = format ? sources::read_source(*text, *format, options.with, path.filename().string())
                         : base::Failure(format.error());
  const auto name = path.filename().string();
  if (!imported) {
    const bool has_line = base::is_digit(imported.error().front());
    return problems.push_back(app::shown(path) + (has_line ? ":" : " ") + imported.error());
  }
  bj::object said;
  if (!imported->site.empty()) said["site"] = std::move(imported->site);
  if (!imported->questions.empty()) said["questions"] = std::move(imported->questions);
  report.push_back(name + ": " + std::string(sources::format_name(*format)) + ": took " + taken_from(said));
  for (const auto& note : imported->notes) report.push_back(line_of(name, note));
  sources[name] = std::move(said);
}

/// With the schema of the editor first, if it is there.
std::string text_of_file(bj::object object, const std::filesystem::path& path, std::string_view schema) {
  if (object.contains("$schema") || path.empty() || !is_there(path.parent_path() / schema))
    return json::pretty_json(object);
  bj::object with{{"$schema", "./" + std::string(schema)}};
  for (auto& member : object) with[member.key()] = std::move(member.value());
  return json::pretty_json(with);
}

void name_kept(const std::vector<std::string>& kept, std::vector<std::string>& report) {
  std::map<std::string, std::size_t> counts;
  for (const auto& name : kept) ++counts[name];
  for (const auto& [name, count] : counts) {
    report.push_back("kept your " + name + (count > 1 ? " in " + std::to_string(count) + " places" : "") +
                     "; the file says something else");
  }
}

/// A mistake in what was made is one of the program, or of both parts together.
template <class Content>
void check_text(const std::string& text, Parse<Content> parse, std::string_view name, Problems& problems) {
  if (const auto valid = parse(text); !valid) {
    for (const auto& error : valid.error()) {
      problems.push_back("the new " + std::string(name) + " would be wrong: " + content::describe(error));
    }
  }
}

}  // namespace

std::filesystem::path record_of(const std::filesystem::path& site) { return site.string() + ".imported"; }

base::Result<ImportResult, Problems> import_files(const ImportOptions& options) {
  Problems problems;
  ImportResult result;
  const auto own_site = own_file(options.site, "example/site.json", content::parse_site, problems);
  const auto own_faq = own_file(options.faq, "example/faq.json", content::parse_faq, problems);
  // Without a site nothing of what was written is left.
  const auto before = own_site.empty() && own_faq.empty() ? bj::object() : record_in(record_of(options.site), problems);
  auto now = before;
  std::vector<std::string> names;
  for (const auto& path : options.files) {
    const auto count = names.size();
    base::add_once(names, path.filename().string());
    if (names.size() == count)
      problems.push_back("two files are named " + names.back() + "; a file is recognized by its name: rename one");
    read_source(path, options, now, result.report, problems);
  }
  if (!problems.empty()) return base::Failure(problems);
  std::vector<std::string> kept;
  auto site = merged(combined(before, nullptr), own_site, combined(now, &result.report), kept);
  add_slugs(site);
  if (!site.empty() && json::text_at(site, "owner.name").empty()) {
    return base::Failure(Problems{
        "no file says whose site it is; import a resume.json as well, or write owner.name into site.json first"});
  }
  const auto faq = merged(faq_of(before), own_faq, faq_of(now), kept);
  name_kept(kept, result.report);
  if (!site.empty()) result.site = text_of_file(std::move(site), options.site, "site.schema.json");
  if (!faq.empty()) result.faq = text_of_file(faq, options.faq, "faq.schema.json");
  if (!result.site.empty()) check_text(result.site, content::parse_site, "site.json", problems);
  if (!result.faq.empty()) check_text(result.faq, content::parse_faq, "faq.json", problems);
  if (!problems.empty()) return base::Failure(problems);
  result.record = json::pretty_json(
      bj::object{{"note", "agent-access import keeps here what it wrote, to tell it from what you wrote"},
                 {"files", std::move(now)}});
  return result;
}

base::Result<std::vector<std::string>, Problems> write_import(const ImportOptions& options,
                                                              const ImportResult& result) {
  std::vector<std::string> lines;
  const auto write = [&](const std::filesystem::path& given, const std::string& text, bool has_copy) -> std::string {
    if (text.empty()) return {};
    const auto canonical = app::canonical_or_empty(given);
    const auto& path = canonical.empty() ? given : canonical;
    const auto present = is_there(path) ? text_in(path) : std::string();
    if (!present) return present.error();
    if (*present == text) {
      if (has_copy) lines.push_back(app::shown(given) + " is up to date");
      return {};
    }
    if (has_copy && !present->empty()) {
      const auto copied = app::replace_file(path.string() + "~", *present, app::FileMode::everybody_may_read);
      if (!copied) return copied.error();
    }
    const auto written = app::replace_file(path, text, app::FileMode::everybody_may_read);
    if (!written) return written.error();
    if (has_copy)
      lines.push_back("Wrote " + app::shown(given) +
                      (present->empty() ? "" : "; what it was is in " + app::shown(path.filename().string() + "~")));
    return {};
  };
  // The record last: if a write fails before, the next import finds every value as it was.
  for (const auto& error : {write(options.site, result.site, true), write(options.faq, result.faq, true),
                            write(record_of(options.site), result.record, false)}) {
    if (!error.empty()) return base::Failure(Problems{error});
  }
  return lines;
}

}  // namespace agent_access::tools
