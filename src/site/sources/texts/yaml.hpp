/// \file
/// YAML as values of JSON: the core schema of YAML 1.2 (yaml.org/spec/1.2.2, section 10.3), read by libyaml. What
/// people write by hand into files of data, and above pages of Markdown. Linear, thread safe, no I/O.
///
/// Plain words are null, true and false, and numbers as JSON writes them; every other scalar is a text: a date, "yes",
/// "007", "1.10". Tags are not read. `<<` takes the members of other objects, as Ruby and Python read it.
#pragma once

#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "json/reader.hpp"

namespace agent_access::sources {

/// Values and bytes of texts that anchors may name and aliases repeat, in one document.
inline constexpr std::size_t kMostRepeated = std::size_t{1} << 20U;

/// The value of the one document in `text`, null if it is empty. An error is "LINE: sentence": what is no YAML and how
/// to correct it, a name twice in one object, more levels than JSON may have (json::JsonRules), too much that aliases
/// repeat, a second document. `text` is UTF-8 as of decode_text() (encoding.hpp). NOT checked: its size.
[[nodiscard]] base::Result<boost::json::value, std::string> read_yaml(std::string_view text);

/// Sets the lines of the places in `lines`, as json::find_lines() does, in a text that read_yaml() takes. A place that
/// has no line of its own, such as one in what an alias repeats, gets that of what is around it.
void find_yaml_lines(std::string_view text, json::Lines& lines);

}  // namespace agent_access::sources
