/// \file
/// One fictional site for the tests of the documents, built without the loader: the documents do not depend on the
/// loader.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "site/documents/document_row.hpp"
#include "site/publish/publication.hpp"

namespace agent_access::documents {

enum class Pages { on, off };

/// An error of every list.
[[nodiscard]] std::span<const http::Fault> some_faults();

/// Owns what a HostView refers to.
struct Example {
  content::Settings settings;
  content::Content content;

  /// Host 0 is https://example.com, host 1 https://www.example.com.
  [[nodiscard]] HostView view(std::size_t host = 0) const {
    return {settings, content, publish::document_table(), host, some_faults()};
  }
};

[[nodiscard]] Example example_site(Pages pages = Pages::on);

/// The same with declared scopes, two gated documents and two gates, one of them with a description of its
/// own.
[[nodiscard]] Example gated_site();

/// The same with owner texts that try to break every format: quotes, markup, headings, line feeds.
[[nodiscard]] Example hostile_site();

/// A Markdown form without its front matter, which has texts as JSON, and without the line that names llms.txt.
[[nodiscard]] std::string without_front_matter(const std::string& form);

/// Compares with tests/unit/site/documents/golden/<name>, byte for byte; AGENT_ACCESS_WRITE_GOLDEN=1 writes the file
/// instead.
void expect_golden(std::string_view name, const std::string& text);

}  // namespace agent_access::documents
