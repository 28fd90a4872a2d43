/// \file
/// A text of `templates/`, in its own language, that is filled with the values of a view. The notation is Mustache
/// (mustache(5), without partials, lambdas and other delimiters): `{{name}}` is a text, escaped by the kind of the
/// file;
/// `{{{name}}}` is one as it is; `{{#name}}…{{/name}}` is a part for each item of a list or for a flag,
/// `{{^name}}…{{/name}}` one for an empty list or a flag that is false; `{{! text }}` is a comment; `{{.}}` is not
/// used. A tag stands in one line. A line with nothing but the tags of sections and comments is left out. Values are
/// never read as templates.
///
/// A name that the view does not have, and a section that is not closed, throw std::logic_error: they are mistakes of
/// the program, which the tests of each renderer find.
///
/// fill() is not thread safe; each rendering makes its own Template.
#pragma once

#include <string>
#include <string_view>

#include "render/view.hpp"

namespace agent_access::render {

class Template {
 public:
  /// The kind is the end of `name`: .html escapes for elements and attribute values, .json for strings in quotes, .md
  /// for inline text of Markdown; any other leaves values as they are.
  Template(std::string_view name, std::string_view text);

  [[nodiscard]] std::string fill(const View& view);
  /// Names that `view` does not have are those of `around`, which many texts share.
  [[nodiscard]] std::string fill(const View& view, const View& around);

 private:
  std::string name_;
  kainjow::mustache::mustache mustache_;
};

/// The same for a template that is filled once.
[[nodiscard]] std::string fill(std::string_view name, std::string_view text, const View& view);

}  // namespace agent_access::render
