#include "app/deployment/confidential.hpp"

#include <fcntl.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <cstddef>
#include <cstring>
#include <utility>

#include "app/config/setting_table.hpp"
#include "app/files/file_access.hpp"
#include "base/ascii.hpp"
#include "base/base64url.hpp"
#include "base/hex.hpp"

namespace agent_access::app {
namespace {

/// Secret files are small.
constexpr std::size_t kMaxSecretFile = 1024UL * 1024UL;

/// Shorter texts are compared as a whole.
constexpr std::size_t kLeastContained = 16;

/// Linear, also for a needle that nearly matches everywhere. memmem must not get the null pointer of an empty file.
bool contains(std::string_view bytes, std::string_view needle) noexcept {
  return !bytes.empty() && ::memmem(bytes.data(), bytes.size(), needle.data(), needle.size()) != nullptr;
}

base::SecretBytes hex(base::ByteView bytes) {
  base::SecretBytes text(bytes.size() * 2);
  auto out = text.reveal_for_writing().begin();
  for (const std::byte byte : bytes) {
    *out++ = static_cast<std::byte>(base::kHexDigits[std::to_integer<std::size_t>(byte >> 4)]);
    *out++ = static_cast<std::byte>(base::kHexDigits[std::to_integer<std::size_t>(byte & std::byte{0x0f})]);
  }
  return text;
}

/// base64 has '+' and '/' where base64url has '-' and '_' (RFC 4648 section 5).
base::SecretBytes base64_of(base::ByteView base64url) {
  base::SecretBytes text(base64url);
  for (std::byte& byte : text.reveal_for_writing()) {
    if (byte == std::byte{'-'}) byte = std::byte{'+'};
    if (byte == std::byte{'_'}) byte = std::byte{'/'};
  }
  return text;
}

std::optional<boost::json::value> parse_json(std::string_view text) {
  constexpr boost::json::parse_options kOptions{.max_depth = 512};
  boost::system::error_code error;
  auto value = boost::json::parse({text.data(), text.size()}, error, {}, kOptions);
  if (error || !value.is_object()) return std::nullopt;
  return value;
}

constexpr std::string_view kBegin = "-----BEGIN ";
constexpr std::string_view kLabelEnd = "PRIVATE KEY-----";
constexpr std::size_t kLongestLabel = 40;
/// Enough for the header lines of an encrypted key and the start of its base64.
constexpr std::size_t kBodySearched = 2048;
/// Words of a text are shorter, lines of PEM longer.
constexpr std::size_t kShortestRun = 16;
/// Of base64: the shortest private keys have 64.
constexpr std::size_t kLeastBody = 40;

/// 1.2.840.10045.3.1.7 in DER.
constexpr std::string_view kP256("\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07", 10);
/// ECPrivateKey: version 1, an octet string of 32 bytes.
constexpr std::string_view kEcPrivateKey("\x02\x01\x01\x04\x20", 5);
/// In both forms the curve is within this many bytes of the version.
constexpr std::size_t kNear = 64;

constexpr bool is_base64(char c) noexcept { return base::is_alphanumeric(c) || c == '+' || c == '/' || c == '='; }

/// The number of base64 characters in runs that are longer than words.
std::size_t base64_in(std::string_view text) noexcept {
  std::size_t sum = 0;
  std::size_t run = 0;
  const auto end_run = [&] {
    if (run >= kShortestRun) sum += run;
    run = 0;
  };
  for (const char c : text) is_base64(c) ? static_cast<void>(++run) : end_run();
  end_run();
  return sum;
}

bool holds_pem(std::string_view bytes) noexcept {
  for (auto at = bytes.find(kLabelEnd); at != std::string_view::npos; at = bytes.find(kLabelEnd, at + 1)) {
    const auto from = at - std::min(at, kLongestLabel);
    const auto label = bytes.substr(from, at - from);
    const auto begin = label.rfind(kBegin);
    if (begin == std::string_view::npos || label.find('\n', begin) != std::string_view::npos) continue;
    const auto body = bytes.substr(at + kLabelEnd.size(), kBodySearched);
    if (base64_in(body.substr(0, body.find("-----"))) >= kLeastBody) return true;
  }
  return false;
}

bool holds_der(std::string_view bytes) noexcept {
  for (auto at = bytes.find(kP256); at != std::string_view::npos; at = bytes.find(kP256, at + 1)) {
    const auto from = at - std::min(at, kNear);
    if (bytes.substr(from, kP256.size() + 2 * kNear).find(kEcPrivateKey) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

void FileIdentities::add(const std::filesystem::path& path, const std::string& what) {
  base::Descriptor file(::open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat status{};
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0) return;
  identities_.push_back({std::move(file), status.st_dev, status.st_ino, what});
}

std::optional<std::string> FileIdentities::is_named(const struct stat& status) const {
  const auto found = std::ranges::find_if(identities_, [&](const Identity& identity) {
    return identity.device == status.st_dev && identity.inode == status.st_ino;
  });
  if (found == identities_.end()) return std::nullopt;
  return found->what;
}

Confidential::Confidential(const Config& config, std::span<const oauth::MasterSecret> masters,
                           const content::Profile* profile) {
  for (const auto& master : masters) add_master(master.reveal());
  for (const auto& setting : setting_table()) {
    const auto what = "the file that " + full_name(setting) + " names";
    for (const auto& path : secret_paths(config, setting)) {
      // The profile is compared as loaded.
      setting.secrecy == Secrecy::gated_file ? files_->add(path, what) : add_file(path, what);
    }
  }
  if (!config.file.empty()) add_file(config.file, "the configuration");
  if (profile != nullptr) add_profile(*profile);
}

void Confidential::add_file(const std::filesystem::path& path, const std::string& what) {
  files_->add(path, what);
  const auto content = read_file(path, kMaxSecretFile);
  if (content) add_text(content->bytes.reveal(), "a copy of " + what);
}

void Confidential::add_text(base::ByteView bytes, const std::string& what) {
  const auto text = base::trim_white_space(base::text_of(bytes));
  if (!text.empty()) add_needle(base::bytes_of(text), what);
}

void Confidential::add_needle(base::ByteView bytes, const std::string& what) {
  const bool is_known = std::ranges::any_of(
      needles_, [&](const Needle& needle) { return std::ranges::equal(needle.bytes.reveal(), bytes); });
  if (!is_known) needles_.push_back({base::SecretBytes(bytes), what});
}

void Confidential::add_master(base::ByteView bytes) {
  const std::string what = "a master secret";
  add_text(bytes, what);
  base::SecretBytes decoded(bytes.size());
  const auto size = base::base64url_decode_to(base::text_of(bytes), decoded.reveal_for_writing());
  const auto raw = size ? decoded.reveal().first(*size) : bytes;
  add_needle(raw, what);
  add_needle(hex(raw).reveal(), what);
  auto encoded = base::base64url_encode(raw);
  const auto encoded_bytes = base::bytes_of(encoded);
  add_needle(encoded_bytes, what);
  add_needle(base64_of(encoded_bytes).reveal(), what);
  base::wipe(std::as_writable_bytes(std::span(encoded)));
}

void Confidential::add_profile(const content::Profile& profile) {
  const std::string what = "the profile that only agents with a token may read";
  std::string_view members = profile.prefix;
  if (!members.ends_with(',')) return;  // an empty object
  members.remove_suffix(1);
  profile_ = parse_json(std::string(members) + "}");
  add_text(base::bytes_of(members), what);
}

/// With any white space, escapes and order of members.
bool Confidential::is_profile(std::string_view bytes) const {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  if (!profile_ || !base::trim_white_space(bytes).starts_with('{')) return false;
  return parse_json(bytes) == *profile_;
}

std::optional<std::string> Confidential::found_in(std::string_view bytes) const {
  if (holds_private_key(bytes)) return "a private key";
  const auto whole = base::trim_white_space(bytes);
  for (const auto& needle : needles_) {
    const auto text = base::text_of(needle.bytes.reveal());
    if (text.size() < kLeastContained ? whole == text : contains(bytes, text)) return needle.what;
  }
  if (is_profile(bytes)) return "the profile that only agents with a token may read";
  return std::nullopt;
}

bool holds_private_key(std::string_view bytes) noexcept { return holds_pem(bytes) || holds_der(bytes); }

}  // namespace agent_access::app
