#include "gated/folder_walk.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "base/utc_time.hpp"
#include "content/static_file.hpp"
#include "http/append.hpp"
#include "json/json_text.hpp"

namespace agent_access::gated {

namespace {

constexpr std::string_view kNoFile = "is neither a file nor a folder; remove it";

/// A folder that is being read, by device and inode: a link back to one is not followed.
using FolderId = std::pair<dev_t, ino_t>;

void tell(EntryFault fault, const std::string& relative, FolderVisitor& visitor) {
  switch (fault) {
    case EntryFault::leads_out:
      return visitor.leave_out(relative, "leads out of the folder");
    case EntryFault::leads_nowhere:
      return visitor.leave_out(relative, "leads nowhere");
    case EntryFault::link_refused:
      return visitor.leave_out(relative, "is a link, which this kernel cannot follow safely (no openat2),");
    case EntryFault::no_file:
      return visitor.report(relative, kNoFile);
    case EntryFault::vanished:
      return visitor.report(relative, "vanished while the folder was read");
    case EntryFault::unreadable:
      return visitor.report(relative, "cannot be read by the user who runs this program");
  }
}

class Walk {
 public:
  Walk(const ContainedFolder& folder, FolderVisitor& visitor) : folder_(folder), visitor_(visitor) {}

  void visit(const std::string& relative, std::string url) {
    auto entry = folder_.open_entry(relative.empty() ? "." : relative);
    if (!entry) return tell(entry.error(), relative, visitor_);
    if (S_ISDIR(entry->status.st_mode)) return visit_folder(std::move(*entry), relative, std::move(url));
    if (!S_ISREG(entry->status.st_mode)) return visitor_.report(relative, kNoFile);
    is_ended_ = !visitor_.visit(*entry, relative, std::move(url));
  }

 private:
  void visit_folder(OpenedEntry folder, const std::string& relative, std::string url) {
    if (++folders_ > kMostFolders) {
      is_ended_ = true;
      return visitor_.report_size("holds more than " + std::to_string(kMostFolders) + " folders");
    }
    const FolderId id{folder.status.st_dev, folder.status.st_ino};
    if (!ancestors_.insert(id).second) return visitor_.leave_out(relative, "leads back to a folder above it");
    const auto names = names_in(std::move(folder.file));
    if (!names) return visitor_.report(relative, names.error());
    if (!url.ends_with('/')) url += '/';
    for (const auto& name : *names) {
      if (is_ended_) break;
      const std::string below = relative.empty() ? name : relative + "/" + name;
      if (name.starts_with('.') && name != ".well-known") {
        visitor_.hide(below);
        continue;
      }
      std::string path = url;
      content::append_encoded(path, name);
      visit(below, std::move(path));
    }
    ancestors_.erase(id);
  }

  const ContainedFolder& folder_;
  FolderVisitor& visitor_;
  std::set<FolderId> ancestors_;
  std::size_t folders_ = 0;
  bool is_ended_ = false;
};

}  // namespace

void walk_folder(const ContainedFolder& folder, const std::string& url, FolderVisitor& visitor) {
  Walk(folder, visitor).visit("", url);
}

namespace {

constexpr std::string_view kPageParameter = "page=";

/// The page that the query selects, from 1 on; 0 if there is no such page.
std::size_t page_of(std::string_view query) noexcept {
  if (!query.starts_with(kPageParameter)) return 1;
  const auto page = base::whole_number<std::size_t>(query.substr(kPageParameter.size()));
  constexpr std::size_t kLast = kMostFiles / kFilesOnAPage + 1;
  return page && *page <= kLast ? *page : 0;
}

void append_entry(const File& file, const OpenedFile& opened, std::time_t now, std::string& body) {
  body.append(R"({"path":)");
  json::append_json_string(body, file.path);
  http::append(body, R"(,"size":)", http::Decimal(static_cast<std::int64_t>(opened.size())), R"(,"media_type":)");
  json::append_json_string(body, file.media_type);
  http::append(body, R"(,"modified":")", base::UtcText(opened.modified_until(now)).view(), "\"}");
}

}  // namespace

std::optional<std::string> list_folder(const Documents& documents, const FolderRequest& request) {
  const auto files = documents.files_below(request.document, request.path);
  const std::size_t page = page_of(request.query);
  const std::size_t begin = page == 0 ? 0 : (page - 1) * kFilesOnAPage;
  const bool is_root = request.path == request.document_path;
  const bool exists = page != 0 && (begin < files.size() || (is_root && page == 1));
  if (!exists) return std::nullopt;
  std::string body = R"({"path":)";
  json::append_json_string(body, request.path);
  http::append(body, R"(,"count":)", http::Decimal(static_cast<std::int64_t>(files.size())), R"(,"files":[)");
  const auto shown = files.subspan(begin, std::min(kFilesOnAPage, files.size() - begin));
  std::string_view separator;
  for (const File& file : shown) {
    const auto opened = documents.open(file);
    if (!opened) continue;
    body.append(std::exchange(separator, ","));
    append_entry(file, *opened, request.now, body);
  }
  body.append("]");
  if (begin + shown.size() < files.size()) {
    http::append(body, R"(,"next":")", request.base_url, request.path, "?", kPageParameter,
                 http::Decimal(static_cast<std::int64_t>(page + 1)), "\"");
  }
  body.append("}");
  return body;
}

}  // namespace agent_access::gated
