/// \file
/// The Markdown forms of the pages of one host: what each page says (src/site/pages), with the labels of the site. Each
/// begins with a YAML front matter: title, description, updated. Not thread safe; each rendering makes its own.
#pragma once

#include <string>
#include <string_view>

#include "site/content/pages.hpp"
#include "site/documents/document_row.hpp"
#include "site/guides/markdown.hpp"
#include "site/templates/template.hpp"

namespace agent_access::documents {

class MarkdownForms {
 public:
  /// `view` outlives this object.
  explicit MarkdownForms(const HostView& view);

  /// The owner, the latest works, every page, and the documents for agents.
  [[nodiscard]] std::string home();
  /// A page of content::pages_of.
  [[nodiscard]] std::string of(const content::Page& page);
  [[nodiscard]] std::string of(const content::Publication& work);
  [[nodiscard]] std::string of(const content::Project& work);

 private:
  template <class Work>
  [[nodiscard]] std::string of_work(const Work& work, bool is_publication);
  [[nodiscard]] templates::View values_of(const content::Page& page) const;
  /// `updated`: empty, or the date of the content.
  [[nodiscard]] std::string with_front_matter(std::string_view title, std::string_view description,
                                              const content::Date& updated, const std::string& body);

  const HostView& view_;
  Markdown markdown_;
  templates::TemplateFolder templates_;
};

}  // namespace agent_access::documents
