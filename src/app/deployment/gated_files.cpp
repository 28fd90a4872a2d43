#include "app/deployment/gated_files.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/config/access_table.hpp"
#include "app/files/file_access.hpp"
#include "app/text/words.hpp"
#include "base/text.hpp"

namespace agent_access::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBehindAGate = "; let your web server send it, behind a gate ([[gates]])";

std::string mebibytes(std::size_t size) { return std::to_string(size >> 20U) + " MiB"; }

class GatedFilesReader {
 public:
  GatedFilesReader(const Config& config, const Confidential& confidential)
      : root_(canonical_or_empty(config.root)), confidential_(confidential) {}

  void read(const AccessRow& row, std::string_view media_type) {
    std::string body;
    if (auto problem = read_body(row.source, body)) {
      problems_.push_back(place_of(row) + *problem);
      return;
    }
    size_ += body.size();
    if (size_ > kMostGatedFiles && !is_too_large_) {
      is_too_large_ = true;
      problems_.push_back(place_of(row) + shown(row.source) + " makes the documents larger than " +
                          mebibytes(kMostGatedFiles) + " together" + std::string(kBehindAGate));
    }
    if (!is_too_large_) files_.push_back(publish::prepare_gated_file(media_type, std::move(body)));
  }

  [[nodiscard]] base::Result<std::shared_ptr<const publish::GatedFiles>, Problems> result() {
    if (!problems_.empty()) return base::Failure<Problems>(std::move(problems_));
    return std::make_shared<const publish::GatedFiles>(std::move(files_));
  }

 private:
  static std::string place_of(const AccessRow& row) {
    return row.origins[*find_access_key(AccessTable::documents, "source")].place + ": documents.source: ";
  }

  /// The problem, or nothing.
  std::optional<std::string> read_body(const fs::path& source, std::string& body) const {
    std::error_code error;
    if (fs::is_directory(source, error)) {
      return shown(source) + " is a folder, but a document is one file" + std::string(kBehindAGate);
    }
    const auto size = fs::file_size(source, error);
    if (!error && size > kMostGatedFile) {
      return shown(source) + " is larger than " + mebibytes(kMostGatedFile) + std::string(kBehindAGate);
    }
    const auto content = read_file(source, kMostGatedFile);
    if (!content) return content.error();
    if (!root_.empty() && is_inside(canonical_or_empty(source), root_)) {
      return shown(source) + " is below content.root, where everybody can read it without a token; move it";
    }
    body = base::text_of(content->bytes.reveal());
    if (const auto what = confidential_.find(source, body)) {
      return shown(source) + " is " + *what + ", which must never be published; name another file";
    }
    return std::nullopt;
  }

  fs::path root_;
  const Confidential& confidential_;
  publish::GatedFiles files_;
  std::uintmax_t size_ = 0;
  bool is_too_large_ = false;
  Problems problems_;
};

/// A file that is behind two scopes is open to the tokens of either.
void warn_of_shared_sources(const std::vector<AccessRow>& rows, std::vector<std::string>& warnings) {
  for (std::size_t one = 0; one < rows.size(); ++one) {
    for (std::size_t other = one + 1; other < rows.size(); ++other) {
      std::error_code error;
      const bool is_same = fs::equivalent(rows[one].source, rows[other].source, error);
      if (!is_same || rows[one].scope == rows[other].scope) continue;
      warnings.push_back(rows[other].origin.place + ": " + rows[other].path + " and " + rows[one].path + " at " +
                         rows[one].origin.place + " send the same file, so a token of either scope reads it");
    }
  }
}

}  // namespace

base::Result<std::shared_ptr<const publish::GatedFiles>, Problems> load_gated_files(
    const Config& config, const content::Access& access, const Confidential& confidential,
    std::vector<std::string>& warnings) {
  const auto& rows = config.access.documents;
  GatedFilesReader reader(config, confidential);
  for (std::size_t at = 0; at < rows.size(); ++at) reader.read(rows[at], access.documents[at].media_type);
  warn_of_shared_sources(rows, warnings);
  return reader.result();
}

}  // namespace agent_access::app
