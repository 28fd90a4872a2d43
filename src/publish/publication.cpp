#include "publish/publication.hpp"

#include <algorithm>
#include <iterator>

#include "content/pages.hpp"
#include "documents/paths.hpp"
#include "pages/pages.hpp"
#include "publish/document_table.hpp"
#include "publish/documents.hpp"

namespace agent_access::publish {

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
  return documents;
}

bool is_dynamic_document(std::string_view path) noexcept {
  const auto rows = document_table();
  const auto row = std::ranges::find(rows, path, &documents::DocumentRow::path);
  return row != rows.end() && row->is_dynamic;
}

}  // namespace agent_access::publish
