#include "publish/publication.hpp"

#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "content/pages.hpp"
#include "documents/document_row.hpp"
#include "documents/paths.hpp"
#include "pages/pages.hpp"
#include "publish/document_table.hpp"

namespace agent_access::publish {

bool is_allowed(std::string_view allowed, http::Method method) noexcept {
  switch (method) {
    case http::Method::get:
    case http::Method::head:
      return allowed == kReadMethods;
    case http::Method::post:
      return allowed == kPostMethods;
    case http::Method::options:
      return true;
    case http::Method::put:
    case http::Method::patch:
    case http::Method::delete_:
    case http::Method::other:
      return false;
  }
  return false;
}

Route route_of(const Document& document) noexcept {
  if (document.source.path == "/") return Route::home;
  switch (document.source.kind) {
    case documents::Kind::keys:
      return Route::jwks;
    case documents::Kind::metadata:
      return Route::metadata;
    case documents::Kind::discovery:
      return Route::discovery;
    case documents::Kind::page:
      return Route::page;
    case documents::Kind::file:
      return Route::file;
  }
  return Route::discovery;
}

namespace {

using documents::Rendered;

void replace(documents::Rendered& generated, const content::StaticFile& file) {
  // The Content-Security-Policy of a generated page might block scripts and styles of the owner's page.
  if (generated.kind == documents::Kind::page) generated.extra_fields.clear();
  generated.body = file.body;
  generated.markdown.clear();
  generated.markdown_fields.clear();
}

/// A Markdown file of the owner at the path of a generated form is also the answer to Accept: text/markdown.
void take_own_forms(std::span<const content::StaticFile> files, std::vector<Rendered>& documents) {
  for (const auto& file : files) {
    const auto page = std::ranges::find_if(documents, [&](const Rendered& document) {
      return !document.markdown.empty() && content::markdown_path_of(document.path) == file.path;
    });
    if (page == documents.end()) continue;
    page->markdown = file.body;
    page->markdown_fields.clear();  // as the owner's file is sent
  }
}

/// For every page, also of the owner, because the module of the browser tools may need a trial on each.
void add_origin_trials(const std::vector<std::string>& tokens, std::vector<Rendered>& documents) {
  if (tokens.empty()) return;
  const std::string field = "Origin-Trial: " + base::joined(tokens, ", ") + "\r\n";
  for (Rendered& document : documents) {
    if (documents::essence_of(document.media_type) == "text/html") document.extra_fields += field;
  }
}

using documents::DocumentRow;

std::string link_field(const documents::LinkField& link, const documents::HostView& view) {
  if (link.relation.empty()) return {};
  const bool is_canonical = link.relation == "canonical";
  return "Link: <" + (is_canonical ? view.canonical_url(link.path) : view.url(link.path)) + ">; rel=\"" +
         std::string(link.relation) + "\"\r\n";
}

}  // namespace

std::vector<documents::Rendered> render_host(const documents::HostView& view, const oauth::KeySchedule& keys,
                                             const documents::ErrorAnswers& errors,
                                             std::span<const content::StaticFile> files) {
  // A page for unknown paths of the owner's own enables it, so that /AGENTS.md says so.
  content::Settings settings = view.settings;
  settings.has_not_found_page =
      (settings.has_not_found_page && settings.has_pages) ||
      std::ranges::find(files, documents::kNotFoundPath, &content::StaticFile::path) != files.end();
  if (settings.conventions.page_markdown) {
    for (const auto& file : files) settings.own_paths.insert(file.path);
  }
  const documents::HostView own{settings, view.content, view.published, view.host};
  auto documents = publish::render_documents(own, keys, errors);
  std::ranges::move(pages::render_pages(own), std::back_inserter(documents));
  const std::size_t generated_count = documents.size();
  for (const auto& file : files) {
    if (is_dynamic_document(file.path)) continue;
    const auto generated = std::span(documents).first(generated_count);
    const auto found = std::ranges::find(generated, file.path, &documents::Rendered::path);
    if (found != generated.end()) {
      replace(*found, file);
    } else {
      documents.push_back({file.path, file.media_type, file.body, {}, documents::Kind::file, {}});
    }
  }
  if (settings.conventions.page_markdown) take_own_forms(files, documents);
  add_origin_trials(settings.origin_trials, documents);
  return documents;
}

bool is_dynamic_document(std::string_view path) noexcept {
  const auto rows = document_table();
  const auto row = std::ranges::find(rows, path, &documents::DocumentRow::path);
  return row != rows.end() && row->is_dynamic;
}

std::vector<documents::Rendered> render_documents(const documents::HostView& view, const oauth::KeySchedule& keys,
                                                  const documents::ErrorAnswers& errors) {
  std::vector<documents::Rendered> documents;
  for (const DocumentRow& row : view.published) {
    if (!documents::is_published(row, view.settings)) continue;
    documents.push_back({std::string(row.path),
                         std::string(row.media_type),
                         row.render({view, keys, errors}),
                         link_field(row.link, view),
                         row.kind,
                         {}});
  }
  return documents;
}

}  // namespace agent_access::publish
