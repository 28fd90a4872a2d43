/// \file
/// All published documents of one host by path, compressed and hashed. Immutable, shared by threads.
#pragma once

#include <cstddef>
#include <initializer_list>
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
  /// Of two documents with the same path the later one is used. Equal ones of `others`, which may be null, are shared,
  /// because compression is the slow part.
  [[nodiscard]] static Catalogue prepare(std::vector<documents::Rendered> documents,
                                         std::initializer_list<const Catalogue*> others = {});

  /// Null if the host does not publish the path.
  [[nodiscard]] const Document* find(std::string_view path) const noexcept;
  /// Sorted.
  [[nodiscard]] std::vector<std::string> paths() const;

 private:
  struct Hash {
    using is_transparent = void;
    // Not noexcept: std::unordered_map then stores the hashes instead of computing them again in a bucket.
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  [[nodiscard]] std::shared_ptr<const Document> find_equal(const documents::Rendered& rendered) const;

  std::unordered_map<std::string, std::shared_ptr<const Document>, Hash, std::equal_to<>> documents_;
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
