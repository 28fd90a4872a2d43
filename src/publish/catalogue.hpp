/// \file
/// All published documents of one host by path, hashed and compressed. Never changes,
/// shared by threads.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/lazy.hpp"
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
  /// A coded representation, made when it is first asked for; nothing if it would not be smaller.
  using Coded = base::Lazy<Representation>;

  documents::Rendered source;  ///< without its bodies, which are in the representations
  std::string_view vary;       ///< the field line
  Representation identity;
  std::unique_ptr<const Coded> gzip = {};    ///< null for pictures and the like
  std::unique_ptr<const Coded> brotli = {};  ///< likewise
  std::unique_ptr<Document> markdown = {};   ///< the same content as text/markdown; null for most documents

  /// Null if there is none. The first call of in_gzip() takes up to 2 ms.
  [[nodiscard]] const Representation* in_gzip() const noexcept;
  [[nodiscard]] const Representation* in_brotli() const noexcept;
};

class Catalogue {
 public:
  /// Of two documents with the same path the later one is used. Equal ones of `others`, which may be null, are shared.
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

/// Content codings of documents: RFC 1952 and RFC 7932. The same text gives the same
/// bytes on every replica. Responses with credentials are not compressed. Thread safe, no I/O.
/// Nothing if the library fails or the result would not be smaller.
[[nodiscard]] std::optional<std::string> gzip(std::string_view text);

/// Nothing if the library fails or the result would not be smaller.
[[nodiscard]] std::optional<std::string> brotli(std::string_view text);

}  // namespace agent_access::publish
