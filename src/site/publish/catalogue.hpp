/// \file
/// All published documents of one host by path: hashed, compressed, with their field lines. Immutable; thread safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "site/documents/document_row.hpp"

namespace agent_access::publish {

class Compressor;

/// One content coding of a document.
struct Representation {
  std::string body = {};
  std::string etag = {};  ///< strong, quoted, different for each coding
  /// All field lines of a 200: type, Content-Encoding, ETag, Cache-Control, Vary, CORS, Link.
  std::string fields = {};
  std::size_t before_304 = 0;         ///< where those of a 304 begin in it
  std::size_t length_of_304 = 0;      ///< their length
  std::string not_found_fields = {};  ///< the field lines of a 404 with this body; only of documents::kNotFoundPath

  [[nodiscard]] std::string_view not_modified_fields() const noexcept {
    return std::string_view(fields).substr(before_304, length_of_304);
  }
};

struct Document {
  documents::Rendered source;  ///< without its bodies; Catalogue::markdown_of() has the other form
  Representation identity;
  std::unique_ptr<const Representation> gzip = nullptr;    ///< null if it would not be smaller, or does not pay
  std::unique_ptr<const Representation> brotli = nullptr;  ///< likewise

  /// Whether Accept may select another document.
  [[nodiscard]] bool has_markdown() const noexcept { return !source.markdown_path.empty(); }
};

/// Whether bodies are also kept compressed; what only becomes files needs that not.
enum class Compression : std::uint8_t { prepared, none };

class Catalogue {
 public:
  /// Of two documents with the same path the later one is used. Documents that equal those of `others`, of another host
  /// or of the snapshot before, are shared with these and not compressed again: 30 ms for 1 MB. Throws std::bad_alloc.
  explicit Catalogue(std::vector<documents::Rendered> rendered, std::span<const Catalogue* const> others = {},
                     Compression compression = Compression::prepared);

  /// Null if the host does not publish the path.
  [[nodiscard]] const Document* find(std::string_view path) const noexcept;
  /// The same content as text/markdown; null for most documents. Pages that are equal on several hosts are shared,
  /// their Markdown has the addresses of each.
  [[nodiscard]] const Document* markdown_of(const Document& document) const noexcept;
  /// Sorted.
  [[nodiscard]] std::vector<std::string> paths() const;

 private:
  struct Hash {
    using is_transparent = void;
    // Not noexcept: std::unordered_map then stores the hashes instead of computing them again in a bucket.
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  using Documents = std::unordered_map<std::string, std::shared_ptr<const Document>, Hash, std::equal_to<>>;

  static void add(Documents& to, documents::Rendered rendered, std::span<const Documents* const> others,
                  Compressor* compressor);

  Documents documents_;
  Documents forms_;  ///< Markdown without a path of its own, by the path of its page
};

/// 128 bits of the SHA-256 of the body in base64url, without quotes: equal on all replicas. Empty if the crypto library
/// failed: such a response has no ETag and is always sent as a whole.
[[nodiscard]] std::string entity_tag(std::string_view body);

}  // namespace agent_access::publish
