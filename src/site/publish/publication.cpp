#include "site/publish/publication.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/protocol.hpp"
#include "site/content/pages.hpp"
#include "site/documents/paths.hpp"
#include "site/pages/home_page.hpp"
#include "site/pages/notice_pages.hpp"
#include "site/pages/pages.hpp"

namespace agent_access::publish {

bool is_allowed(std::string_view allowed, http::Method method) noexcept {
  switch (method) {
    case http::Method::get:
    case http::Method::head: return allowed == protocol::kReadMethods;
    case http::Method::post: return allowed == protocol::kPostMethods;
    case http::Method::options: return true;
    case http::Method::put:
    case http::Method::patch:
    case http::Method::delete_:
    case http::Method::other: return false;
  }
  return false;
}

http::Route route_of(const Document& document) noexcept {
  using http::Route;
  if (document.source.path == "/") return Route::home;
  switch (document.source.kind) {
    case documents::DocumentKind::keys: return Route::jwks;
    case documents::DocumentKind::metadata: return Route::metadata;
    case documents::DocumentKind::discovery: return Route::discovery;
    case documents::DocumentKind::page: return Route::page;
    case documents::DocumentKind::file: return Route::file;
  }
  return Route::discovery;
}

namespace {

using documents::DocumentRow;
using documents::HostView;
using documents::Rendered;

/// By path, without those that are ignored.
using OwnFiles = std::map<std::string_view, const content::StaticFile*>;

/// The guide for agents has two names, of which macOS and Windows keep only one: the owner's file is at both.
void put_guide_at_both(OwnFiles& own) {
  for (const auto& [path, other] : {std::pair{documents::kAgentsMdPath, documents::kAgentsMdAlias},
                                    std::pair{documents::kAgentsMdAlias, documents::kAgentsMdPath}}) {
    if (const auto file = own.find(path); file != own.end()) own.emplace(other, file->second);
  }
}

OwnFiles own_files_of(std::span<const content::StaticFile> files, const content::Settings& settings) {
  OwnFiles own;
  for (const auto& file : files) {
    if (!is_dynamic_document(file.path)) own.emplace(file.path, &file);
  }
  put_guide_at_both(own);
  std::erase_if(own, [&](const auto& file) { return settings.gives_up(file.first); });
  return own;
}

std::string link_field(const documents::LinkField& link, const HostView& view) {
  if (link.relation.empty()) return {};
  const bool is_canonical = link.relation == "canonical";
  return "Link: <" + (is_canonical ? view.canonical_url(link.path) : view.url(link.path)) + ">; rel=\"" +
         std::string(link.relation) + "\"\r\n";
}

/// The page that another host publishes at the path, if this one publishes the same.
std::optional<Rendered> same_page(std::string_view path, const std::optional<PublishedHost>& other) {
  const Document* const page = other ? other->documents.find(path) : nullptr;
  if (page == nullptr || page->identity.body.contains(other->base_url)) return std::nullopt;
  Rendered same = page->source;
  same.body = page->identity.body;
  return same;
}

std::vector<Rendered> generated_documents(const HostView& view, const oauth::KeySchedule& keys,
                                          const std::optional<PublishedHost>& other) {
  std::vector<Rendered> generated;
  for (const DocumentRow& row : view.published) {
    if (!documents::is_published(row, view.settings)) continue;
    generated.push_back({std::string(row.path), std::string(row.media_type), row.render({view, keys}),
                         link_field(row.link, view), row.kind});
  }
  pages::PageRenderer pages(view);
  for (const auto& page : pages::page_sources(view)) {
    std::ranges::move(pages.render(page, same_page(page.path, other)), std::back_inserter(generated));
  }
  return generated;
}

/// Agents that begin at "/" find the documents, whoever wrote the page there.
std::string fields_of_own(std::string_view path, const content::Settings& settings) {
  return path == "/" ? pages::home_links(settings) : std::string();
}

void replace(Rendered& generated, const content::StaticFile& file, const content::Settings& settings) {
  // The Content-Security-Policy of a generated page might block scripts and styles of the owner's page.
  if (generated.kind == documents::DocumentKind::page) generated.extra_fields = fields_of_own(file.path, settings);
  // Owners have real icons of the old form there.
  if (generated.path == documents::kOldIconPath) generated.media_type = file.media_type;
  generated.body = file.body;
  generated.markdown.clear();
  generated.markdown_path.clear();
}

/// What `dev` serves: browsers store no content, and pages show the problems of the files, if there are any.
void take_preview(const HostView& view, std::vector<Rendered>& documents) {
  const bool has_problems = !view.settings.preview.problems.empty();
  const Rendered problems = has_problems ? pages::render_problems(view) : Rendered();
  for (Rendered& document : documents) {
    document.is_stored =
        document.kind == documents::DocumentKind::metadata || document.kind == documents::DocumentKind::keys;
    if (!has_problems || document.media_type != documents::kHtmlType) continue;
    document.body = problems.body;
    document.extra_fields = problems.extra_fields;
  }
}

}  // namespace

content::Settings with_own_files(content::Settings settings, std::span<const content::StaticFile> files) {
  const bool has_own_page =
      std::ranges::find(files, documents::kNotFoundPath, &content::StaticFile::path) != files.end();
  settings.has_not_found_page =
      !settings.is_beside && (has_own_page || (settings.has_not_found_page && settings.has_pages));
  if (settings.conventions.page_markdown) {
    for (const auto& file : files) settings.own_paths.insert(file.path);
  }
  return settings;
}

std::vector<Rendered> render_host(const HostView& view, const oauth::KeySchedule& keys,
                                  std::span<const content::StaticFile> files,
                                  const std::optional<PublishedHost>& other) {
  auto documents = generated_documents(view, keys, other);
  OwnFiles own = own_files_of(files, view.settings);
  for (Rendered& document : documents) {
    const auto file = own.find(document.path);
    if (file == own.end()) continue;
    replace(document, *file->second, view.settings);
    own.erase(file);
  }
  for (const auto& [path, file] : own) {
    documents.push_back({std::string(path), file->media_type, file->body, fields_of_own(path, view.settings),
                         documents::DocumentKind::file});
  }
  if (view.settings.preview.is_on) take_preview(view, documents);
  return documents;
}

std::map<std::string, std::string> generated_types(const HostView& view) {
  std::map<std::string, std::string> types;
  for (const DocumentRow& row : view.published) {
    if (documents::is_published(row, view.settings)) types.emplace(row.path, row.media_type);
  }
  for (const auto& page : pages::page_sources(view)) {
    types.emplace(page.path, documents::kHtmlType);
    if (!page.form_path.empty()) types.emplace(page.form_path, documents::kMarkdownType);
  }
  return types;
}

}  // namespace agent_access::publish
