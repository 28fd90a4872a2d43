/// \file
/// What must never be published, and how to recognise it: by the file that it is, and by what bytes hold.
///
/// Named files are those of every setting whose row in the table says that it names a secret, and the configuration.
/// Bytes are refused when they hold a private key (private_key_search.hpp), when they equal or contain a master secret
/// (as it is, decoded from base64url, or encoded as base64url, base64 or hex), the content of a named file, the URL or
/// password of the Redis, the configuration, or the profile, or when they are the profile in another form of JSON. What
/// is shorter than kLeastContained is compared as a whole only, because it may stand anywhere by chance.
///
/// Built at start and reload; then const and thread safe. NOT seen: copies that are compressed, encrypted or encoded
/// in another way, and parts of what is listed here.
#pragma once

#include <sys/stat.h>

#include <boost/json/value.hpp>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "base/secret.hpp"
#include "content/profile.hpp"
#include "oauth/master.hpp"

namespace agent_access::app {

/// Shorter texts are compared as a whole.
inline constexpr std::size_t kLeastContained = 16;

/// A file and the setting that names it: {"/etc/agent-access/secret", "secret.file"}.
struct NamedFile {
  std::filesystem::path path;
  std::string setting;
  bool is_gated = false;  ///< the profile, whose content is compared as it was loaded
};

/// Every file that must not be published, by the table of settings. Each may be missing.
[[nodiscard]] std::vector<NamedFile> confidential_files(const Config& config);

class Confidential {
 public:
  Confidential() = default;
  /// `profile` may be null. Files are read; one that cannot be read is known by its name only, for who loads it tells.
  Confidential(const Config& config, std::span<const oauth::MasterSecret> masters, const content::Profile* profile);

  /// The file itself; with add_file also what it holds.
  void add_identity(const std::filesystem::path& path, const std::string& what);
  void add_file(const std::filesystem::path& path, const std::string& what);
  /// Without the white space around it.
  void add_text(base::ByteView bytes, const std::string& what);

  /// "the file that tls.key names", or nothing. By device and inode: no link and no other name hides it.
  [[nodiscard]] std::optional<std::string> is_named(const struct stat& status) const;
  /// "the master secret", or nothing.
  [[nodiscard]] std::optional<std::string> found_in(std::string_view bytes) const;

 private:
  struct Identity {
    dev_t device;
    ino_t inode;
    std::string what;
  };
  struct Needle {
    base::SecretBytes bytes;
    std::string what;
  };
  void add_needle(base::ByteView bytes, const std::string& what);
  void add_master(base::ByteView bytes);
  void add_redis(std::string_view url);
  void add_profile(const content::Profile& profile);
  [[nodiscard]] bool is_profile(std::string_view bytes) const;

  std::vector<Identity> identities_;
  std::vector<Needle> needles_;
  std::optional<boost::json::value> profile_;
};

}  // namespace agent_access::app
