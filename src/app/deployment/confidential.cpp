#include "app/deployment/confidential.hpp"

#include "app/config/setting_table.hpp"
#include "app/files/file_access.hpp"
#include "base/ascii.hpp"
#include "base/text.hpp"

namespace agent_access::app {
namespace {

/// The largest profile; files of secrets are small.
constexpr std::size_t kMostCompared = std::size_t{16} << 20U;

base::SecretBytes trimmed(base::ByteView bytes) {
  return base::SecretBytes(base::bytes_of(base::trim_white_space(base::text_of(bytes))));
}

}  // namespace

Confidential::Confidential(const Config& config, std::span<const oauth::MasterSecret> masters) {
  for (const auto& setting : setting_table()) {
    const auto what = "the file that " + full_name(setting) + " names";
    for (const auto& path : secret_paths(config, setting)) add_file(path, what);
  }
  if (!config.file.empty()) add_file(config.file, "the configuration");
  for (const auto& master : masters) entries_.push_back({{}, trimmed(master.reveal()), "a master secret"});
}

void Confidential::add_file(const std::filesystem::path& path, const std::string& what) {
  const auto content = read_file(path, kMostCompared);
  entries_.push_back(
      {canonical_or_empty(path), content ? trimmed(content->bytes.reveal()) : base::SecretBytes(), what});
}

std::optional<std::string> Confidential::find(const std::filesystem::path& path, std::string_view bytes) const {
  const auto canonical = canonical_or_empty(path);
  for (const auto& entry : entries_) {
    if (!entry.path.empty() && entry.path == canonical) return entry.what;
  }
  const auto text = base::trim_white_space(bytes);
  if (text.size() < kLeastCompared) return std::nullopt;
  for (const auto& entry : entries_) {
    if (base::text_of(entry.bytes.reveal()) == text) return "a copy of " + entry.what;
  }
  return std::nullopt;
}

}  // namespace agent_access::app
