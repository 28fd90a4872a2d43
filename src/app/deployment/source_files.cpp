#include "app/deployment/source_files.hpp"

#include <array>
#include <boost/json/array.hpp>
#include <system_error>
#include <utility>

#include "app/deployment/folder_walk.hpp"
#include "app/files/file_access.hpp"
#include "app/text/words.hpp"
#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/visible_text.hpp"
#include "json/members.hpp"
#include "site/sources/texts/encoding.hpp"
#include "site/sources/works/work_page.hpp"

namespace agent_access::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostTogether = std::size_t{64} << 20U;
constexpr std::string_view kBibliography = ".bib";
/// With which a page begins that is one of a work.
constexpr std::string_view kFrontMatter = "---";

class SourceReader final : private FolderVisitor {
 public:
  SourceReader(const SourceRequest& request, std::vector<std::string>& warnings)
      : request_(request), warnings_(warnings) {}

  base::Result<std::vector<sources::Source>, Problems> run() {
    for (const auto& path : request_.paths) {
      std::error_code error;
      fs::is_directory(path, error) ? read_folder(path) : take(path, read_file(path, sources::kMostBytes), problems_);
    }
    if (!problems_.empty()) return base::Failure<Problems>(std::move(problems_));
    sources::note_numbers_of_others(found_);
    return std::move(found_);
  }

 private:
  void read_folder(const fs::path& path) {
    folder_ = path;
    const auto before = files_;
    const auto folder = ContainedFolder::open(path);
    if (!folder) return report({}, folder.error());
    walk_folder(*folder, "/", *this);
    if (files_ == before) {
      report({}, "has no .bib file and no page of a work (.md or .html); name the files, or another folder");
    }
  }

  /// `faults` gets why a file that can be opened cannot be read as a source.
  void take(const fs::path& path, const base::Result<FileContent, std::string>& content, Problems& faults) {
    ++files_;
    if (!content) return problems_.push_back(content.error());
    const auto text = base::text_of(content->bytes.reveal());
    const auto refusal = request_.refuses ? request_.refuses(path, text) : std::string();
    if (!refusal.empty()) return problems_.push_back(shown(path) + " " + refusal);
    const bool was_too_large = size_ > kMostTogether;
    size_ += text.size();
    if (size_ <= kMostTogether) return read(path, text, faults);
    if (!was_too_large) problems_.push_back(shown(path) + " makes the sources larger than 64 MiB together; name fewer");
  }

  void read(const fs::path& path, std::string_view text, Problems& faults) {
    const auto format = request_.format ? base::Result<sources::SourceFormat, std::string>(*request_.format)
                                        : sources::detect_format(text);
    auto said = format ? sources::read_source(text, *format, request_.publish, path.filename().string())
                       : base::Failure(format.error());
    if (said) return found_.push_back({shown(path), *format, std::move(*said)});
    const bool has_line = base::is_digit(said.error().front());
    faults.push_back(shown(path) + (has_line ? ":" : " ") + said.error());
  }

  bool visit(const OpenedEntry& entry, const std::string& relative, std::string /*url*/) override {
    const bool is_page = !sources::ending_of_page(relative).empty();
    if (!is_page && !relative.ends_with(kBibliography)) return true;
    const auto path = folder_ / relative;
    const auto content = read_descriptor(entry.file.number(), path, sources::kMostBytes);
    const bool is_other = is_page && content && !base::text_of(content->bytes.reveal()).starts_with(kFrontMatter);
    // A page is one entry of the folder.
    if (!is_other) take(path, content, is_page ? warnings_ : problems_);
    return true;
  }
  void leave_out(const std::string& relative, std::string_view reason) override {
    warnings_.push_back(shown(folder_ / relative) + " " + std::string(reason) + " and is left out");
  }
  void report(const std::string& relative, std::string_view problem) override {
    problems_.push_back(shown(relative.empty() ? folder_ : folder_ / relative) + ": " + std::string(problem));
  }
  void report_size(const std::string& problem) override { report({}, problem); }

  const SourceRequest& request_;
  std::vector<std::string>& warnings_;
  fs::path folder_;  ///< that is being read
  std::size_t files_ = 0;
  std::size_t size_ = 0;
  Problems problems_;
  std::vector<sources::Source> found_;
};

}  // namespace

base::Result<std::vector<sources::Source>, Problems> read_sources(const SourceRequest& request,
                                                                  std::vector<std::string>& warnings) {
  return SourceReader(request, warnings).run();
}

base::Result<std::vector<sources::Source>, Problems> load_sources(const Config& config,
                                                                  const Confidential& confidential,
                                                                  std::vector<std::string>& warnings) {
  const auto root = canonical_or_empty(config.root);
  const auto refuses = [&](const fs::path& path, std::string_view bytes) -> std::string {
    if (!root.empty() && is_inside(canonical_or_empty(path), root)) {
      return "is below content.root, where everybody can read it as it is; move it";
    }
    const auto what = confidential.find(path, bytes);
    return what ? "is " + *what + ", which must never be published; name another file" : std::string();
  };
  auto found = read_sources({.paths = config.sources, .publish = config.publish, .refuses = refuses}, warnings);
  if (found) return found;
  auto problems = found.error();
  for (auto& problem : problems) problem.insert(0, "content.sources: ");
  return base::Failure(std::move(problems));
}

std::string contents_text(const sources::Source& source) {
  constexpr auto kNouns =
      std::to_array<std::pair<std::string_view, std::string_view>>({{"cv.positions", "position"},
                                                                    {"cv.education", "degree"},
                                                                    {"cv.skills", "skill area"},
                                                                    {"cv.languages", "language"},
                                                                    {"cv.awards", "award"},
                                                                    {"cv.sections", "further section"},
                                                                    {"publications", "publication"},
                                                                    {"projects", "project"}});
  std::vector<std::string> parts;
  if (source.said.site.contains("owner")) parts.emplace_back("owner");
  for (const auto& [path, noun] : kNouns) {
    const auto* const list = json::array_at(source.said.site, path);
    if (list != nullptr) parts.push_back(counted(list->size(), noun));
  }
  if (!source.said.questions.empty()) parts.push_back(counted(source.said.questions.size(), "question"));
  return source.name + ": " + std::string(sources::format_name(source.format)) + ": " +
         (parts.empty() ? "nothing" : base::joined(parts));
}

std::string note_text(const sources::Source& source, const sources::SourceNote& note) {
  auto text = source.name + (note.line > 0 ? ":" + std::to_string(note.line) : "") + ": ";
  if (!note.place.empty()) text += note.place + ": ";
  text += note.sentence;
  return base::visible_text(note.times > 1 ? text + " (" + std::to_string(note.times) + " times)" : text);
}

}  // namespace agent_access::app
