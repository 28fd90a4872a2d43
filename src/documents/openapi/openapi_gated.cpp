#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <set>
#include <utility>

#include "base/ascii.hpp"
#include "content/static_file.hpp"
#include "documents/assets.hpp"
#include "documents/gated_resources.hpp"
#include "documents/openapi/openapi_parts.hpp"
#include "documents/paths.hpp"
#include "oauth/types.hpp"

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
  GatedOperations(const HostView& view, const Refusals& refusals) : view_(view), refusals_(refusals) {}

  void add(const GatedResource& resource, bj::object& paths) {
    render::View values;
    set_header_members(values);
    values.set("path", resource.path).set("title", resource.title).set("scope", resource.scope);
    values.set_optional("description", resource.description);
    if (resource.gate != nullptr) return add_gate(resource, std::move(values), paths);
    const bool is_folder = resource.holds_paths();
    values.set("is_folder", is_folder)
        .set("list_id", is_folder ? id_of("listFilesOf", resource.path) : std::string())
        .set("file_id", id_of(is_folder ? "readFileOf" : "read", resource.path))
        .set("media_type", media_type_of(resource));
    for (auto& [path, item] : parse_template("gated-document.json", values)) {
      const bool is_list = is_folder && path == resource.path;
      add_refusals(resource, is_list, item.at("get").at("responses").as_object());
      paths[path] = std::move(item);
    }
  }

 private:
  /// A name that no other operation has: those of the table begin otherwise.
  std::string id_of(std::string_view verb, std::string_view path) {
    const std::string name = std::string(verb) + words_of(path);
    std::string id = name;
    for (unsigned number = 2; !ids_.insert(id).second; ++number) id = name + std::to_string(number);
    return id;
  }

  /// As for the profile: a 429 is among them. A list has no conditions and ranges.
  void add_refusals(const GatedResource& resource, bool is_list, bj::object& responses) const {
    static const std::vector<ErrorAnswer> kNone;
    const ErrorAnswers& errors = refusals_.errors();
    const auto* const of_files = is_list ? &kNone : &errors.documents;
    refusals_.add(resource.path, {&errors.by_scope.at(resource.scope_index), of_files, &errors.any}, responses);
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
      bj::object operation = parse_template("gate-operation.json", values);
      refusals_.add(oauth::kProfilePath, {&refusals_.errors().gates.at(gate.scope)},
                    operation.at("responses").as_object());
      item[name] = std::move(operation);
    }
    if (!item.empty()) paths[std::string(resource.path) + "{path}"] = std::move(item);
  }

  const HostView& view_;
  const Refusals& refusals_;
  std::set<std::string> ids_;
};

}  // namespace

ErrorAnswers with_access(const ErrorAnswers& errors, const content::Access& access, std::vector<std::string>& texts) {
  ErrorAnswers own = errors;
  if (access.documents.empty()) own.documents.clear();
  if (access.gates.empty()) own.gate_paths.clear();
  if (access.has_declared_scopes()) own.token.insert(own.token.end(), own.scopes.begin(), own.scopes.end());
  texts.clear();
  for (const auto& scope : access.scopes) texts.push_back("The access token lacks the scope " + scope.name);
  for (std::size_t scope = 0; scope < access.scopes.size(); ++scope) {
    std::vector<ErrorAnswer> refusals = own.profile;
    for (auto& refusal : refusals) {
      if (refusal.status == 403 && scope != 0) refusal.description = texts[scope];
    }
    own.by_scope.push_back(refusals);
    refusals.insert(refusals.end(), own.gate_paths.begin(), own.gate_paths.end());
    for (const auto& refusal : own.any) {
      if (refusal.status == 405 || refusal.status == 429) refusals.push_back(refusal);
    }
    own.gates.push_back(std::move(refusals));
  }
  return own;
}

void add_gated(const HostView& view, const Refusals& refusals, bj::object& paths) {
  GatedOperations operations(view, refusals);
  for (const auto& resource : gated_resources(view.settings)) operations.add(resource, paths);
}

}  // namespace agent_access::documents::openapi
