/// \file
/// JSON that other programs and people wrote, and tables that say which of its members become which ones of site.json.
/// Members may have several names, and values the wrong type. Thread safe, no I/O.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "site/sources/texts/foreign_date.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "site/sources/texts/source_note.hpp"

namespace agent_access::sources {

/// Whether it counts as absent: null, false, an empty text, list or object.
[[nodiscard]] bool is_absent(const boost::json::value& value);

/// Members of one foreign object. A member is asked for by its names, with a space between them; the first one that has
/// a value (is_absent()) counts. finish() notes those that nobody has asked for, and those that say something else than
/// the one that counts. `object` and `notes` outlive it.
class ForeignObject {
 public:
  ForeignObject(const boost::json::object& object, std::string place, std::vector<SourceNote>& notes,
                bool is_text = false)
      : object_(object), place_(std::move(place)), notes_(notes), is_text_(is_text) {}

  /// Whether it stands for a text, {"name": text}.
  [[nodiscard]] bool is_text() const noexcept { return is_text_; }

  /// The value itself; null if absent.
  [[nodiscard]] const boost::json::value* value(std::string_view names);
  /// Of a text, a number, an object that has a name, or the first of a list, whose others are noted; without markup.
  /// Empty if absent.
  [[nodiscard]] std::string text(std::string_view names);
  /// Of a text or a list of texts.
  [[nodiscard]] std::vector<std::string> paragraphs(std::string_view names);
  /// Of a list of texts, or a text with commas or semicolons.
  [[nodiscard]] std::vector<std::string> words(std::string_view names);
  /// The addresses of a text or a list of texts; others are noted.
  [[nodiscard]] std::vector<std::string> urls(std::string_view names);
  using ReadDate = std::optional<ForeignDate> (*)(std::string_view text);
  /// Of a text, a number, a date of CSL-JSON, or the first of a list. Nothing if absent, or not a date, with a note
  /// that ends with `effect`.
  [[nodiscard]] std::optional<ForeignDate> date(std::string_view names, std::string_view effect = {},
                                                ReadDate read = read_date);
  /// Calls `read` with each object of a list, or with the object itself. A text counts as {"name": text}.
  void each(std::string_view names, const std::function<void(ForeignObject&)>& read);
  /// The line of text that the object stands for: "A" of {"bullet": "A"} in RenderCV, "Thesis: Silence" of
  /// {"Thesis": "Silence"}, which YAML makes of it without quotes. Empty if it is another object.
  [[nodiscard]] std::string line() const;
  /// Calls `read` with {"name": line()} in place of this object.
  void as_line(const std::function<void(ForeignObject&)>& read);

  [[nodiscard]] const boost::json::object& object() const noexcept { return object_; }
  /// Where it is: "publications[2]".
  [[nodiscard]] const std::string& place() const noexcept { return place_; }
  /// Members that need no note.
  void ignore(std::string_view names);
  void ignore_others() noexcept { has_finished_ = true; }
  /// An empty member stands for the object.
  void note(std::string_view member, std::string sentence, NoteKind kind = NoteKind::mistake);
  /// Notes the member, if it has a value.
  void leave_out(std::string_view names, std::string sentence, NoteKind kind = NoteKind::mistake);
  void finish();

 private:
  using Split = std::vector<std::string> (*)(std::string_view text);
  std::vector<std::string> texts(std::string_view names, Split split);
  /// With markup.
  std::vector<std::string> raw(std::string_view names);

  const boost::json::object& object_;
  std::string place_;
  std::vector<SourceNote>& notes_;
  std::set<std::string, std::less<>> known_;
  /// Names that say something else, with the one that counts.
  std::map<std::string, std::string, std::less<>> beside_;
  /// Lists of which only the first is taken.
  std::set<std::string, std::less<>> shortened_;
  bool is_text_;
  bool has_finished_ = false;
  std::string found_;  ///< the name of the member that was asked for last
};

/// Calls `read` with each object of a list, or with the object itself; other values than texts are noted.
void each_object(const boost::json::value& list, const std::string& place, std::vector<SourceNote>& notes,
                 const std::function<void(ForeignObject&)>& read);

/// How a foreign value becomes a member of site.json. Where several rows have the same member, the texts are joined;
/// of other values the first one counts.
enum class Form {
  text,      ///< joined with a comma
  prose,     ///< joined with a space; not what is in the text already
  list,      ///< paragraphs, appended to a list
  line,      ///< keywords, appended to a list as one text
  words,     ///< keywords, appended to a list
  url,       ///< the first address
  date,      ///< a date
  start,     ///< a date, or the start of a period, as month_of_day() writes it
  last,      ///< the same of the end of a period
  email,     ///< an address
  left_out,  ///< not taken; `own` is the reason
};

struct MemberRow {
  std::string_view own;  ///< the member of site.json
  Form form;
  std::string_view foreign;     ///< names, with a space between them
  std::string_view part = {};   ///< a word of content.publish: published only if asked for
  std::string_view label = {};  ///< stands before the text
};

/// The members of site.json that the rows make of an object. `with`: the parts that are asked for.
[[nodiscard]] boost::json::object read_rows(ForeignObject& in, std::span<const MemberRow> rows,
                                            std::span<const std::string> with = {});

/// Why a private part is not published.
[[nodiscard]] std::string withheld(std::string_view part);

/// Without the first day of a month: generators of resumes write it where only the month is known.
[[nodiscard]] std::string month_of_day(std::string date);

/// Sets a member that is not empty.
void set_text(boost::json::object& to, std::string_view name, std::string_view text);
void set_texts(boost::json::object& to, std::string_view name, const std::vector<std::string>& texts);
/// Removes a member; empty if it is not a text.
[[nodiscard]] std::string take_text(boost::json::object& from, std::string_view name);
/// Of a list only the first text, as a text; the others go to the beginning of the list `to`.
void keep_first(boost::json::object& object, std::string_view name, std::string_view to);
/// Appends to the list of that name.
void append(boost::json::object& to, std::string_view list, boost::json::value item);

}  // namespace agent_access::sources
