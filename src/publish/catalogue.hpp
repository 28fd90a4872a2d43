/// \file
/// All published documents of one host by path. Each is rendered and hashed when it is first asked for, and compressed
/// when its codings are; then it never changes. Thread safe.
#pragma once

#include <cstddef>
#include <functional>
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

/// The other codings of a document.
struct Codings {
  std::unique_ptr<const Representation> gzip;    ///< null if it would not be smaller
  std::unique_ptr<const Representation> brotli;  ///< likewise
};

struct Document {
  documents::Rendered source;  ///< without its bodies, which are in the representations
  Representation identity;
  base::Lazy<Codings> codings;
  std::unique_ptr<const Document> markdown;  ///< the same content as text/markdown; null for most documents
};

class Catalogue {
 public:
  /// The paths of documents that are rendered together.
  using Groups = std::vector<std::vector<std::string>>;
  /// Renders the documents of a group, one for each of its paths, in their order.
  using Render = std::function<std::vector<documents::Rendered>(std::size_t group)>;

  /// Of two documents with the same path the later one is used. Documents that equal those that `first` has made are
  /// shared; it may be null and outlives this object.
  Catalogue(const Groups& groups, Render render, const Catalogue* first = nullptr);
  Catalogue(const Catalogue&) = delete;
  Catalogue& operator=(const Catalogue&) = delete;
  /// Of documents that are rendered.
  [[nodiscard]] static Catalogue of(const std::vector<documents::Rendered>& rendered);

  /// Null if the host does not publish the path. Renders its group if that is not made: some 0.1 ms, more for lists of
  /// thousands of works. An exception leaves it unmade, for the next call.
  [[nodiscard]] const Document* find(std::string_view path) const;
  /// Null also if the document is not made.
  [[nodiscard]] const Document* made(std::string_view path) const noexcept;
  /// Sorted.
  [[nodiscard]] std::vector<std::string> paths() const;

  /// Below it are the groups.
  [[nodiscard]] std::size_t group_count() const noexcept { return groups_.size(); }
  /// Makes a group as find() does, with another renderer. Documents that equal those of `previous`, which may be null,
  /// are shared, with their codings. False if it was made.
  bool make(std::size_t group, const Render& render, const Catalogue* previous = nullptr) const;
  /// Makes those groups of which `previous` has made a document.
  void make_those_of(const Catalogue& previous, const Render& render) const;
  /// Makes the codings of the documents of a group, unless that is not made. False if there was nothing to make.
  bool compress(std::size_t group) const;

 private:
  using Group = std::vector<std::shared_ptr<const Document>>;
  struct Place {
    std::size_t group;
    std::size_t index;
  };
  struct Hash {
    using is_transparent = void;
    // Not noexcept: std::unordered_map then stores the hashes instead of computing them again in a bucket.
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  [[nodiscard]] std::unique_ptr<const Group> made_group(std::size_t group, const Render& render,
                                                        const Catalogue* previous) const;
  /// Null as for made().
  [[nodiscard]] std::shared_ptr<const Document> made_document(std::string_view path) const noexcept;

  std::unordered_map<std::string, Place, Hash, std::equal_to<>> places_;
  std::vector<base::Lazy<Group>> groups_;
  Render render_;
  const Catalogue* first_ = nullptr;
};

/// Makes the codings of a document unless they are made; takes 0.1 ms for 2 KB, 30 ms for 1 MB. Throws std::bad_alloc,
/// which leaves them unmade.
const Codings& make_codings(const Document& document);

/// 128 bits of the SHA-256 of the body in base64url, without quotes: equal on all replicas. Empty if the crypto library
/// failed: such a response has no ETag and is always sent as a whole.
[[nodiscard]] std::string entity_tag(std::string_view body);

}  // namespace agent_access::publish
