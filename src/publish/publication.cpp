#include "publish/publication.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "content/pages.hpp"
#include "documents/document_row.hpp"
#include "documents/paths.hpp"
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

using documents::DocumentRow;

std::string link_field(const documents::LinkField& link, const documents::HostView& view) {
  if (link.relation.empty()) return {};
  const bool is_canonical = link.relation == "canonical";
  return "Link: <" + (is_canonical ? view.canonical_url(link.path) : view.url(link.path)) + ">; rel=\"" +
         std::string(link.relation) + "\"\r\n";
}

}  // namespace

content::Settings with_own_files(content::Settings settings, std::span<const content::StaticFile> files) {
  settings.has_not_found_page =
      (settings.has_not_found_page && settings.has_pages) ||
      std::ranges::find(files, documents::kNotFoundPath, &content::StaticFile::path) != files.end();
  if (settings.conventions.page_markdown) {
    for (const auto& file : files) settings.own_paths.insert(file.path);
  }
  return settings;
}

HostPublication::HostPublication(const documents::HostView& view, const oauth::KeySchedule& keys, Errors errors,
                                 std::span<const content::StaticFile> files)
    : view_(view), keys_(keys), errors_(errors), pages_(pages::page_sources(view)) {
  for (const DocumentRow& row : view.published) {
    if (documents::is_published(row, view.settings)) rows_.push_back(&row);
  }
  for (const auto& file : files) {
    if (!is_dynamic_document(file.path)) files_.emplace(file.path, &file);
  }
  auto own = files_;
  for (const auto& group : groups()) {
    for (const auto& path : group) own.erase(path);
  }
  for (const auto& [path, file] : own) own_.push_back(file);
}

Catalogue::Groups HostPublication::groups() const {
  Catalogue::Groups groups;
  for (const DocumentRow* const row : rows_) groups.push_back({std::string(row->path)});
  for (const auto& page : pages_) {
    groups.push_back({page.path});
    if (!page.form_path.empty()) groups.back().push_back(page.form_path);
  }
  for (const content::StaticFile* const file : own_) groups.push_back({file->path});
  return groups;
}

std::vector<Rendered> HostPublication::Renderer::render(std::size_t group) {
  const HostPublication& host = publication_;
  if (group < host.rows_.size()) return host.completed({host.render_row(*host.rows_[group])});
  group -= host.rows_.size();
  if (group < host.pages_.size()) {
    if (!pages_) pages_.emplace(host.view_);
    return host.completed(pages_->render(host.pages_[group]));
  }
  const content::StaticFile& file = *host.own_.at(group - host.pages_.size());
  return host.completed({{file.path, file.media_type, file.body, {}, documents::Kind::file}});
}

Rendered HostPublication::render_row(const DocumentRow& row) const {
  return {std::string(row.path), std::string(row.media_type), row.render({view_, keys_, errors_()}),
          link_field(row.link, view_), row.kind};
}

/// With what the owner changes of it.
std::vector<Rendered> HostPublication::completed(std::vector<Rendered> documents) const {
  for (Rendered& document : documents) {
    const auto own = files_.find(document.path);
    if (own != files_.end()) replace(document, *own->second);
    take_own_form(document);
    add_origin_trials(document);
  }
  return documents;
}

/// A Markdown file of the owner at the path of a generated form is also the answer to Accept: text/markdown.
void HostPublication::take_own_form(Rendered& page) const {
  if (!view_.settings.conventions.page_markdown || page.markdown.empty()) return;
  const auto own = files_.find(content::markdown_path_of(page.path));
  if (own == files_.end()) return;
  page.markdown = own->second->body;
  page.markdown_fields.clear();  // as the owner's file is sent
}

/// For every page, also of the owner, because the module of the browser tools may need a trial on each.
void HostPublication::add_origin_trials(Rendered& document) const {
  const auto& tokens = view_.settings.origin_trials;
  if (tokens.empty() || documents::essence_of(document.media_type) != "text/html") return;
  document.extra_fields += "Origin-Trial: " + base::joined(tokens, ", ") + "\r\n";
}

bool is_dynamic_document(std::string_view path) noexcept {
  const auto rows = document_table();
  const auto row = std::ranges::find(rows, path, &documents::DocumentRow::path);
  return row != rows.end() && row->is_dynamic;
}

}  // namespace agent_access::publish
