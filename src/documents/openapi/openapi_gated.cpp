#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/ascii.hpp"
#include "content/static_file.hpp"
#include "documents/assets.hpp"
#include "documents/gated_resources.hpp"
#include "documents/openapi/openapi_parts.hpp"
#include "documents/paths.hpp"

namespace agent_access::documents::openapi {

namespace {

namespace bj = boost::json;

/// What OpenAPI 3.1 has operations for.
constexpr std::array<std::string_view, 8> kMethods = {"GET",     "PUT",  "POST",  "DELETE",
                                                      "OPTIONS", "HEAD", "PATCH", "TRACE"};

/// Letters and digits of the path, each word with an upper-case letter: "/data/v1/" is "DataV1".
std::string words_of(std::string_view path) {
  std::string words;
  bool is_start = true;
  for (const char c : path) {
    const bool is_word = base::is_alphanumeric(c);
    if (is_word) words += is_start ? base::upper(c) : c;
    is_start = !is_word;
  }
  return words;
}

std::string_view media_type_of(const GatedResource& resource) {
  if (resource.holds_paths()) return "*/*";
  const content::GatedDocument& file = *resource.document;
  return essence_of(file.media_type.empty() ? content::media_type_of(file.source.filename().native())
                                            : std::string_view(file.media_type));
}

/// Makes the operations of one host.
class GatedOperations {
 public:
  explicit GatedOperations(const HostView& view) : view_(view) {}

  void add(const GatedResource& resource, bj::object& paths) {
    render::View values;
    values.set("path", resource.path).set("title", resource.title).set("scope", resource.scope);
    values.set_optional("description", resource.description);
    if (resource.gate != nullptr) return add_gate(resource, std::move(values), paths);
    const bool is_folder = resource.holds_paths();
    values.set("is_folder", is_folder)
        .set("list_id", is_folder ? id_of("listFilesOf", resource.path) : std::string())
        .set("file_id", id_of(is_folder ? "readFileOf" : "read", resource.path))
        .set("media_type", media_type_of(resource));
    for (auto& [path, item] : parse_template("gated-document.json", values)) paths[path] = std::move(item);
  }

 private:
  /// A name that no other operation has: those of the table begin otherwise.
  std::string id_of(std::string_view verb, std::string_view path) {
    const std::string name = std::string(verb) + words_of(path);
    std::string id = name;
    for (unsigned number = 2; !ids_.insert(id).second; ++number) id = name + std::to_string(number);
    return id;
  }

  void add_gate(const GatedResource& resource, render::View values, bj::object& paths) {
    const content::Gate& gate = *resource.gate;
    values.set_optional("openapi", gate.openapi.empty() ? std::string() : openapi_url_of(view_, gate));
    bj::object item;
    for (const auto& method : gate.methods) {
      if (std::ranges::find(kMethods, method) == kMethods.end()) continue;
      const std::string name = base::lower_case(method);
      values.set("id", id_of(name + "Below", resource.path));
      values.set("has_body", name == "post" || name == "put" || name == "patch");
      item[name] = parse_template("gate-operation.json", values);
    }
    if (!item.empty()) paths[std::string(resource.path) + "{path}"] = std::move(item);
  }

  const HostView& view_;
  std::set<std::string> ids_;
};

}  // namespace

void add_gated(const HostView& view, bj::object& paths) {
  GatedOperations operations(view);
  for (const auto& resource : gated_resources(view.settings)) operations.add(resource, paths);
}

}  // namespace agent_access::documents::openapi
