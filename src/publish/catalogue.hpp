/// \file
/// All published documents by host and path, compressed and hashed when a snapshot is built. Immutable, shared by
/// threads.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "documents/document_row.hpp"

namespace agent_access::publish {

/// One content coding of a document.
struct Representation {
  std::string body;
  std::string etag;    ///< strong, quoted, different for each coding
  std::string fields;  ///< all field lines of a 200: type, ETag, Cache-Control, Vary, CORS, Content-Encoding, Link
  std::string not_modified_fields;    ///< the field lines of a 304
  std::string not_found_fields = {};  ///< the field lines of a 404 with this body; only of documents::kNotFoundPath
};

struct Document {
  documents::Rendered source;  ///< without its bodies, which are in the representations
  Representation identity;
  std::unique_ptr<Representation> gzip;    ///< null if it would not be smaller
  std::unique_ptr<Representation> brotli;  ///< likewise
  std::unique_ptr<Document> markdown;      ///< the same content as text/markdown; null for most documents
};

class Catalogue {
 public:
  /// `hosts[i]` are the documents of base URL i; of two with the same path the later one is used. Equal documents of
  /// several hosts are prepared once, and those of `previous` are reused, because compression is the slow part of a
  /// reload.
  [[nodiscard]] static Catalogue prepare(std::vector<std::vector<documents::Rendered>> hosts,
                                         const Catalogue* previous = nullptr);

  /// Null if the host does not publish the path.
  [[nodiscard]] const Document* find(std::size_t host, std::string_view path) const noexcept;
  [[nodiscard]] std::vector<std::string> paths(std::size_t host) const;

 private:
  struct Hash {
    using is_transparent = void;
    // Not noexcept: std::unordered_map then stores the hashes instead of computing them again in a bucket.
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  using Documents = std::unordered_map<std::string, std::shared_ptr<const Document>, Hash, std::equal_to<>>;

  [[nodiscard]] std::shared_ptr<const Document> find_equal(std::size_t host, const documents::Rendered& rendered) const;

  std::vector<Documents> hosts_;
};

/// 128 bits of the SHA-256 of the body in base64url, without quotes: equal on all replicas. Empty if the crypto library
/// failed: such a response has no ETag and is always sent as a whole.
[[nodiscard]] std::string entity_tag(std::string_view body);

/// Content codings of documents, made when a snapshot is built: RFC 1952 and RFC 7932. The same text gives the same
/// bytes on every replica. Responses with credentials are not compressed. Thread safe, no I/O.
/// Nothing if the library fails or the result would not be smaller.
[[nodiscard]] std::optional<std::string> gzip(std::string_view text);

/// Nothing if the library fails or the result would not be smaller.
[[nodiscard]] std::optional<std::string> brotli(std::string_view text);

}  // namespace agent_access::publish
