/// \file
/// A text of `templates/`, in its own language, that is filled with the values of a view. The notation is Mustache
/// (mustache(5), without lambdas and other delimiters): `{{name}}` is a text, escaped by the kind of the file;
/// `{{{name}}}` is one as it is; `{{#name}}…{{/name}}` is a part for each item of a list or for a flag,
/// `{{^name}}…{{/name}}` one for an empty list or a flag that is false; `{{> guides/errors.md}}` is the text of that
/// file of `templates/`, as if it stood there, without its last line feed; `{{! text }}` is a comment; `{{.}}` is not
/// used. A tag stands in one line. A line with nothing but the tags of sections and comments is left out. Values are
/// never read as templates.
///
/// Names that the view does not have are those of the statement of the protocol (web/worker/protocol.js):
/// `{{token_seconds}}`. A name that neither has, a file that does not exist, and a section that is not closed throw
/// std::logic_error: they are mistakes of the program, which the tests of each renderer find. NOT checked: that a file
/// does not name itself.
///
/// fill() is not thread safe; each rendering makes its own Template.
#pragma once

#include <boost/json/object.hpp>
#include <concepts>
#include <functional>
#include <kainjow/mustache.hpp>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_access::templates {

/// The values of a template: texts, flags and lists of views, by name. Not thread safe while it is filled.
class View {
 public:
  View() = default;
  View(const View&) = default;
  View& operator=(const View&) = delete;
  // A value of the library moves without throwing, but does not say so; a list that grows would copy its items.
  View(View&& other) noexcept : value_(std::move(other.value_)) {}
  View& operator=(View&& other) noexcept {
    value_ = std::move(other.value_);
    return *this;
  }
  ~View() = default;

  /// A text; the template says by the kind of its file how it is escaped.
  template <std::convertible_to<std::string_view> Text>
  View& set(const std::string& name, Text&& text) & {
    return set_text(name, std::string(std::forward<Text>(text)));
  }
  /// Whether `{{#name}}` shows its part; `{{^name}}` shows it otherwise.
  View& set(const std::string& name, std::same_as<bool> auto flag) & { return set_value(name, Value(flag)); }
  /// `{{#name}}` shows its part for each item, whose values come before those of this view.
  View& set(const std::string& name, std::vector<View> items) &;
  /// `{{#name}}` shows its part with these values; `{{name.part}}` is one of them.
  View& set(const std::string& name, View part) & { return set_value(name, std::move(part.value_)); }
  /// A text for which `{{#name}}` shows its part only if it is not empty.
  template <std::convertible_to<std::string_view> Text>
  View& set_optional(const std::string& name, Text&& text) & {
    return std::string_view(text).empty() ? set(name, false) : set(name, std::forward<Text>(text));
  }
  /// The same of a view that ends with the expression, so that the result is moved: a copy takes as long as filling.
  template <class What>
  View&& set(const std::string& name, What&& what) && {
    return std::move(set(name, std::forward<What>(what)));
  }
  template <class Text>
  View&& set_optional(const std::string& name, Text&& text) && {
    return std::move(set_optional(name, std::forward<Text>(text)));
  }

 private:
  friend class Template;
  using Value = kainjow::mustache::data;

  View& set_text(const std::string& name, std::string text);
  View& set_value(const std::string& name, Value value);

  Value value_{Value::type::object};
};

class Template {
 public:
  /// The kind is the end of `name`: .html escapes for elements and attribute values, .json for strings in quotes, .md
  /// for inline text of Markdown, .1 and .5 for text of a manual page, .bash, .zsh and .fish for texts in single
  /// quotes; any other leaves values as they are.
  Template(std::string_view name, std::string_view text);

  [[nodiscard]] std::string fill(const View& view);
  /// Names that `view` does not have are those of `around`, which many texts share.
  [[nodiscard]] std::string fill(const View& view, const View& around);

 private:
  std::string name_;
  std::vector<kainjow::mustache::data> parts_;  ///< the text between the tags
  kainjow::mustache::mustache mustache_;
};

/// The templates of a folder of templates/, each parsed when it is first filled, and the values that all of them have.
/// Not thread safe; each rendering makes its own.
class TemplateFolder {
 public:
  /// `folder`: "pages/".
  TemplateFolder(std::string folder, View shared) : folder_(std::move(folder)), shared_(std::move(shared)) {}

  [[nodiscard]] std::string fill(std::string_view name, const View& view);

 private:
  std::string folder_;
  View shared_;
  std::map<std::string, Template, std::less<>> templates_;
};

/// The same as Template for a text that is filled once.
[[nodiscard]] std::string fill(std::string_view name, std::string_view text, const View& view);

/// The file of templates/ with that path (assets.hpp), filled. Throws std::logic_error if there is none.
[[nodiscard]] std::string filled(std::string_view name, const View& view);
/// The object of a file whose name ends in ".json". A comma may stand behind the last element of a list.
[[nodiscard]] boost::json::object filled_object(std::string_view name, const View& view);

}  // namespace agent_access::templates
