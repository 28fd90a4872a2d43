/// \file
/// The values of a template (template.hpp): texts, flags and lists of views, by name. Not thread safe while it is
/// filled.
#pragma once

#include <concepts>
#include <kainjow/mustache.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent_access::render {

class View {
 public:
  View() = default;

  /// A text; the template says by the kind of its file how it is escaped.
  View& set(const std::string& name, std::string_view text) { return set_value(name, std::string(text)); }
  /// Whether `{{#name}}` shows its part; `{{^name}}` shows it otherwise.
  View& set(const std::string& name, std::same_as<bool> auto flag) { return set_value(name, Value(flag)); }
  /// A text for which `{{#name}}` shows its part only if it is not empty.
  View& set_optional(const std::string& name, std::string_view text) {
    return text.empty() ? set(name, false) : set(name, text);
  }
  /// `{{#name}}` shows its part for each item, whose values come before those of this view.
  View& set(const std::string& name, const std::vector<View>& items) {
    Value list(Value::type::list);
    for (const View& item : items) list.push_back(item.value_);
    return set_value(name, std::move(list));
  }
  /// `{{#name}}` shows its part with these values; `{{name.part}}` is one of them.
  View& set(const std::string& name, const View& part) { return set_value(name, part.value_); }

 private:
  friend class Template;
  using Value = kainjow::mustache::data;

  View& set_value(const std::string& name, Value value) {
    value_[name] = std::move(value);
    return *this;
  }

  Value value_{Value::type::object};
};

}  // namespace agent_access::render
