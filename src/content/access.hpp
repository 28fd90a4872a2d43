/// \file
/// What tokens open besides the profile: the owner's declared scopes, documents that this service sends, and path
/// prefixes of the site that the proxy serves after it has asked. Plain data, immutable; validated when the settings
/// are loaded (app/config). Empty unless the owner declares something: then nothing differs from the specification.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::content {

/// A scope that a token request may name.
struct Scope {
  std::string name;     ///< RFC 6749 section 3.3: scope-token
  std::string meaning;  ///< a sentence for people
};

/// A file, or a folder of files, below /api/agent/.
struct GatedDocument {
  std::string path;              ///< of a folder with a slash at its end: "/api/agent/papers/"
  std::filesystem::path source;  ///< the file or folder
  std::string title;
  std::string description;
  std::string media_type = {};  ///< of a file; empty: by the ending of its name
  std::size_t scope = 0;        ///< index in Access::scopes

  [[nodiscard]] bool is_folder() const noexcept { return path.ends_with('/'); }
};

/// A path prefix that the proxy serves; the proxy asks this service whether a token opens a request.
struct Gate {
  std::string prefix;  ///< with slashes at both ends: "/data/"
  std::string title;
  std::string description;
  std::vector<std::string> methods = {"GET"};  ///< HEAD is allowed wherever GET is
  std::string openapi = {};                    ///< URL or path of the owner's own description; empty: none
  std::size_t scope = 0;                       ///< index in Access::scopes
};

struct Access {
  std::vector<Scope> scopes = {};  ///< the first is read:extended; empty: nothing is declared, only that one exists
  std::vector<GatedDocument> documents = {};
  std::vector<Gate> gates = {};

  /// The index of the document at the path, or of the folder that holds it; nothing if there is none.
  [[nodiscard]] std::optional<std::size_t> document_at(std::string_view path) const noexcept {
    for (std::size_t i = 0; i < documents.size(); ++i) {
      const GatedDocument& document = documents[i];
      if (document.is_folder() ? path.starts_with(document.path) : path == document.path) return i;
    }
    return std::nullopt;
  }
  /// The path of a document or the prefix of a gate; `resource` counts the documents, then the gates. Empty beyond.
  [[nodiscard]] std::string_view path_of(std::size_t resource) const noexcept {
    if (resource < documents.size()) return documents[resource].path;
    resource -= documents.size();
    return resource < gates.size() ? std::string_view(gates[resource].prefix) : std::string_view();
  }
  /// Whether token requests may name scopes.
  [[nodiscard]] bool has_declared_scopes() const noexcept { return scopes.size() > 1; }
};

}  // namespace agent_access::content
