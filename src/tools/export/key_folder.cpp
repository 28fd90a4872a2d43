#include "tools/export/key_folder.hpp"

#include <algorithm>
#include <string_view>
#include <system_error>

#include "base/ascii.hpp"
#include "base/base64url.hpp"
#include "tools/export/export_folder.hpp"

namespace agent_access::tools {
namespace {

constexpr std::size_t kThumbprintSize = 32;

std::string file_of(std::string_view key_id) { return std::string(key_id) + ".pem"; }

bool is_file_of_key(const std::filesystem::path& name) {
  const auto thumbprint = base::base64url_decode(name.stem().string());
  return name.extension() == ".pem" && thumbprint && thumbprint->size() == kThumbprintSize;
}

bool is_one_word(std::string_view path) {
  return std::ranges::all_of(path,
                             [](char c) { return base::is_alphanumeric(c) || std::string_view("/._-").contains(c); });
}

base::Result<std::size_t, std::string> remove_others(const std::vector<PemKey>& keys,
                                                     const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> others;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const auto name = entry->path().filename();
    const bool is_wanted = std::ranges::any_of(keys, [&](const PemKey& key) { return file_of(key.key_id) == name; });
    if (is_file_of_key(name) && !is_wanted) others.push_back(entry->path());
  }
  if (error) return base::Failure("cannot read " + folder.string() + ": " + error.message());
  for (const auto& path : others) {
    std::filesystem::remove(path, error);
    if (error) return base::Failure("cannot remove " + path.string() + ": " + error.message());
  }
  return others.size();
}

}  // namespace

std::string render_haproxy_keys(const std::vector<PemKey>& keys, const std::filesystem::path& folder) {
  std::string text =
      "# Written by agent-access keys. HAProxy loads these keys when it is started with -f and this file.\n";
  text += "backend agent_access_keys\n  mode http\n";
  for (const auto& key : keys) {
    const auto file = (folder / file_of(key.key_id)).string();
    text.append("  http-request set-var(txn.loaded) str(x),jwt_verify(ES256,").append(file).append(")\n");
  }
  return text;
}

base::Result<KeyFolderChange, std::string> write_key_folder(const std::vector<PemKey>& keys,
                                                            const std::filesystem::path& folder) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(folder, error).string();
  if (error || !is_one_word(absolute)) {
    return base::Failure(absolute +
                         ": HAProxy could not read the name of this folder; use letters, digits, '-', '_', '.', '/'");
  }
  auto out = ExportFolder::open(folder, ExportFolder::Existing::replace);
  if (!out) return base::Failure(out.error());
  for (const auto& key : keys) {
    if (const auto written = out->write(file_of(key.key_id), key.pem); !written) return base::Failure(written.error());
  }
  const auto listed = out->write("keys.cfg", render_haproxy_keys(keys, out->path()));
  if (!listed) return base::Failure(listed.error());
  const auto removed = remove_others(keys, out->path());
  if (!removed) return base::Failure(removed.error());
  return KeyFolderChange{out->written() - out->unchanged(), *removed};
}

}  // namespace agent_access::tools
