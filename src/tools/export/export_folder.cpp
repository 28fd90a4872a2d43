#include "tools/export/export_folder.hpp"

#include <system_error>
#include <utility>

#include "app/files/file_access.hpp"
#include "base/bytes.hpp"

namespace agent_access::tools {
namespace {

namespace fs = std::filesystem;
using Failure = base::Failure<std::string>;

Failure failure(const char* what, const fs::path& path, const std::error_code& error) {
  return Failure(std::string(what) + " " + path.string() + ": " + error.message());
}

base::Result<void, std::string> make_folders(const fs::path& root, const fs::path& folders) {
  fs::path path = root;
  for (const auto& part : folders) {
    path /= part;
    std::error_code error;
    const auto type = fs::symlink_status(path, error).type();
    if (type == fs::file_type::directory) continue;
    if (type != fs::file_type::not_found) return Failure(path.string() + " is in the way: it is not a folder");
    if (!fs::create_directory(path, error)) return failure("cannot create", path, error);
  }
  return {};
}

bool holds(const fs::path& path, std::string_view content) {
  const auto present = app::read_file(path, content.size());
  return present && base::text_of(present->bytes.reveal()) == content;
}

}  // namespace

base::Result<ExportFolder, std::string> ExportFolder::open(const fs::path& path, Existing existing) {
  std::error_code error;
  // Without the trailing slash, which lexically_normal keeps.
  auto absolute = fs::absolute(path, error).lexically_normal();
  if (error) return failure("cannot use", path, error);
  if (!absolute.has_filename()) absolute = absolute.parent_path();
  fs::create_directories(absolute, error);
  if (error) return failure("cannot create", absolute, error);
  const bool is_empty = fs::is_empty(absolute, error);
  if (error) return failure("cannot read", absolute, error);
  if (!is_empty && existing == Existing::refuse) {
    return Failure(absolute.string() + " is not empty; name a new folder, or give --overwrite to replace files in it");
  }
  return ExportFolder(std::move(absolute));
}

base::Result<void, std::string> ExportFolder::write(const fs::path& name, std::string_view content) {
  if (auto made = make_folders(path_, name.parent_path()); !made) return made;
  const auto target = path_ / name;
  std::error_code ignored;
  const bool is_file = fs::symlink_status(target, ignored).type() == fs::file_type::regular;
  const bool is_unchanged = is_file && holds(target, content);
  if (!is_unchanged) {
    if (auto replaced = app::replace_file(target, content, app::FileMode::everybody_may_read); !replaced) {
      return replaced;
    }
  }
  ++written_;
  if (is_unchanged) ++unchanged_;
  return {};
}

}  // namespace agent_access::tools
