/// \file
/// Every published document, rendered, compressed and hashed when a snapshot is built; one lookup afterwards.
/// Immutable, shared by threads.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace agent_access::discovery {

/// One content coding of a document.
struct Representation {
  std::string body;
  std::string etag;    ///< strong, quoted, different for each coding
  std::string fields;  ///< all field lines of a 200: type, ETag, Cache-Control, Vary, CORS, Content-Encoding, Link
  std::string not_modified_fields;  ///< the field lines of a 304
};

struct Document {
  Representation identity;
  std::unique_ptr<Representation> gzip;    ///< absent when it would not be smaller
  std::unique_ptr<Representation> brotli;  ///< likewise
};

/// A document before preparation.
struct Rendered {
  std::string path;        ///< "/.well-known/jwks.json"
  std::string media_type;  ///< "application/json"
  std::string body;
  std::string extra_fields;  ///< complete lines, may be empty
};

class Catalogue {
 public:
  /// `hosts[i]` are the documents of base URL i.
  [[nodiscard]] static Catalogue prepare(std::vector<std::vector<Rendered>> hosts);

  /// Null when the host publishes no such path.
  [[nodiscard]] const Document* find(std::size_t host, std::string_view path) const noexcept;
  [[nodiscard]] std::vector<std::string> paths(std::size_t host) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
  };
  std::vector<std::unordered_map<std::string, Document, Hash, std::equal_to<>>> hosts_;
};

/// The representation that Accept-Encoding asks for (RFC 9110 section 12.5.3): brotli, gzip, identity in that order
/// among those with the highest weight. Identity when the field is absent.
[[nodiscard]] const Representation& negotiate(const Document& document, std::string_view accept_encoding) noexcept;

}  // namespace agent_access::discovery
