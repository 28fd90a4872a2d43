/// \file
/// JSON that other programs and people wrote: comments, commas too many, names twice (the last counts) and a byte order
/// mark are accepted. Members may have several names, and values the wrong type. Thread safe, no I/O.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <functional>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "tools/import/foreign_text.hpp"
#include "tools/import/imported.hpp"

namespace agent_access::tools {

/// At most 32 levels deep. An error is "LINE: sentence".
[[nodiscard]] base::Result<boost::json::value, std::string> parse_foreign_json(std::string_view text);

/// Sets the lines of the notes from their places in the text, and sorts by them.
void set_lines(std::string_view text, std::vector<ImportNote>& notes);

/// Members of one foreign object. A member is asked for by its names, the first one that has a value counts; null and
/// empty texts count as absent. finish() notes those that nobody has asked for. `object` and `notes` outlive it.
class ForeignObject {
 public:
  using Names = std::initializer_list<std::string_view>;

  ForeignObject(const boost::json::object& object, std::string place, std::vector<ImportNote>& notes)
      : object_(object), place_(std::move(place)), notes_(notes) {}

  /// Texts without markup, and numbers as texts; empty if absent.
  [[nodiscard]] std::string text(Names names);
  /// Of a text or a list of texts.
  [[nodiscard]] std::vector<std::string> paragraphs(Names names);
  /// Of a list of texts, or a text with commas or semicolons.
  [[nodiscard]] std::vector<std::string> words(Names names);
  /// Empty if it is no address, with a note.
  [[nodiscard]] std::string url(Names names);
  /// Nothing if absent, or no date, with a note.
  [[nodiscard]] std::optional<ForeignDate> date(Names names);
  /// Calls `read` with each object of a list, or with the object itself.
  void each(Names names, const std::function<void(ForeignObject&)>& read);
  /// The value itself; null if absent.
  [[nodiscard]] const boost::json::value* value(Names names);

  /// Members about the file, which need no note.
  void ignore(Names names);
  void ignore_others() noexcept { has_finished_ = true; }
  /// Notes a member that has a value.
  void leave_out(Names names, std::string sentence);
  void note(std::string_view member, std::string sentence);
  void finish();

 private:
  const boost::json::object& object_;
  std::string place_;
  std::vector<ImportNote>& notes_;
  std::set<std::string, std::less<>> known_;
  bool has_finished_ = false;
  std::string found_;  ///< the name of the member that was asked for last
};

/// Calls `read` with each object of a list, or with the object itself; others are noted.
void each_object(const boost::json::value& list, const std::string& place, std::vector<ImportNote>& notes,
                 const std::function<void(ForeignObject&)>& read);

/// Sets a member that is not empty.
void set_text(boost::json::object& to, std::string_view name, std::string_view text);
void set_texts(boost::json::object& to, std::string_view name, const std::vector<std::string>& texts);
/// Appends to the list of that name.
void append(boost::json::object& to, std::string_view list, boost::json::object item);

}  // namespace agent_access::tools
