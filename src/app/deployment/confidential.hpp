/// \file
/// What must never be published, and how it is detected: by file identity and by content.
///
/// Confidential files are those of every setting with a secrecy in the table, and the configuration. Content is refused
/// when it contains a private key (holds_private_key), when it equals or contains a master secret (as it is,
/// decoded from base64url, or encoded as base64url, base64 or hex), the content of a confidential file, the
/// configuration, or the profile, or when it is the profile in another form of JSON. A text shorter than
/// kLeastContained is compared as a whole only, because it may occur by chance.
///
/// Built at start and reload; then const and thread safe. NOT detected: copies that are compressed, encrypted or
/// encoded in another way, and parts of the above.
#pragma once

#include <sys/stat.h>

#include <boost/json/value.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/config/config.hpp"
#include "base/descriptor.hpp"
#include "base/secret.hpp"
#include "content/profile.hpp"
#include "oauth/key_schedule.hpp"

namespace agent_access::app {

/// Files by device and inode. Each is kept open, without a right to read it, so that no other file gets its number.
class FileIdentities {
 public:
  /// A file that does not exist is left out.
  void add(const std::filesystem::path& path, const std::string& what);
  /// "the file that tls.key names", or nothing. Links and other names are detected.
  [[nodiscard]] std::optional<std::string> is_named(const struct stat& status) const;

 private:
  struct Identity {
    base::Descriptor file;
    dev_t device;
    ino_t inode;
    std::string what;
  };
  std::vector<Identity> identities_;
};

class Confidential {
 public:
  Confidential() = default;
  /// `profile` may be null. Reads the files. One that cannot be read is detected by identity only; loading it reports
  /// the error.
  Confidential(const Config& config, std::span<const oauth::MasterSecret> masters, const content::Profile* profile);

  /// Adds the file and its content.
  void add_file(const std::filesystem::path& path, const std::string& what);
  /// Adds a text without surrounding white space.
  void add_text(base::ByteView bytes, const std::string& what);

  /// The files alone, for those who compare each time they open a file.
  [[nodiscard]] std::shared_ptr<const FileIdentities> files() const noexcept { return files_; }
  [[nodiscard]] std::optional<std::string> is_named(const struct stat& status) const {
    return files_->is_named(status);
  }
  /// "the master secret", or nothing.
  [[nodiscard]] std::optional<std::string> found_in(std::string_view bytes) const;

 private:
  struct Needle {
    base::SecretBytes bytes;
    std::string what;
  };
  void add_needle(base::ByteView bytes, const std::string& what);
  void add_master(base::ByteView bytes);
  void add_profile(const content::Profile& profile);
  [[nodiscard]] bool is_profile(std::string_view bytes) const;

  std::shared_ptr<FileIdentities> files_ = std::make_shared<FileIdentities>();
  std::vector<Needle> needles_;
  std::optional<boost::json::value> profile_;
};

// Whether bytes hold a private key: a PEM block whose label ends in "PRIVATE KEY" (RFC 7468; PKCS#8, encrypted or not,
// RSA, EC, DSA, OPENSSH), also within other text such as JSON, or a P-256 key in DER (RFC 5915, RFC 5958).
//
// A label alone, as in documentation, is not a key: base64 must follow. Pure; thread safe; linear. NOT detected: keys
// that are compressed, encrypted as a whole or encoded again, PGP keys, JWKs, and DER of other keys than P-256.

[[nodiscard]] bool holds_private_key(std::string_view bytes) noexcept;

}  // namespace agent_access::app
