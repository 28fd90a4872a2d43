#include "publish/documents.hpp"

#include "documents/document_row.hpp"

namespace agent_access::publish {

namespace {

using documents::DocumentRow;

std::string link_field(const documents::LinkField& link, const documents::HostView& view) {
  if (link.relation.empty()) return {};
  const bool is_canonical = link.relation == "canonical";
  return "Link: <" + (is_canonical ? view.canonical_url(link.path) : view.url(link.path)) + ">; rel=\"" +
         std::string(link.relation) + "\"\r\n";
}

}  // namespace

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
