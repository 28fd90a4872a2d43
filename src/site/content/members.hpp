/// \file
/// Reads the members of the objects in site.json and faq.json. A row, which is a call of required() or optional(),
/// checks the type, length and form of one member and stores its value. A wrong value is not stored and adds a fault,
/// so that one reading finds all of them. Private to this folder. An instance belongs to one thread.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/place.hpp"
#include "site/content/text_form.hpp"

namespace agent_access::content {

/// What is wrong in a document, and where.
struct MemberFault {
  std::string place;     ///< of the value, as by json::place_of_member; for a missing member that of the object
  std::string missing;   ///< name of a missing member; empty for other faults
  std::string sentence;  ///< what is wrong and how to correct it
};

/// Of a text.
struct TextRule {
  bool is_filled = false;                                         ///< not empty
  std::size_t longest = std::numeric_limits<std::size_t>::max();  ///< in characters (code points)
  TextForm form = nullptr;
  bool may_be_null = false;
};

class Members {
 public:
  /// Of the object at `place`; `object` and `faults` outlive the instance.
  Members(const boost::json::object& object, std::string place, std::vector<MemberFault>& faults)
      : object_(object), place_(std::move(place)), faults_(faults) {}

  [[nodiscard]] const boost::json::object& all() const noexcept { return object_; }

  /// Both read a text, true or false, an object, or a list of texts or objects. `rule` is a TextRule, or the function
  /// that reads the members of the object. True if there is such a member and it has no fault.
  template <class T, class Rule = TextRule>
  bool required(std::string_view name, T& to, const Rule& rule = {}) {
    if (!object_.contains(name)) faults_.push_back({place_, std::string(name), "is missing"});
    return optional(name, to, rule);
  }
  template <class T, class Rule = TextRule>
  bool optional(std::string_view name, T& to, const Rule& rule = {}) {
    const auto* value = object_.if_contains(name);
    if (value == nullptr) return false;
    const std::size_t before = faults_.size();
    read(*value, json::place_of_member(place_, name), to, rule);
    return faults_.size() == before;
  }

  /// Adds a fault of a member, and of a value further inside.
  void refuse(std::string_view name, std::string_view sentence) {
    refuse_at(json::place_of_member(place_, name), sentence);
  }
  void refuse_at(std::string_view place, std::string_view sentence) {
    faults_.push_back({std::string(place), {}, std::string(sentence)});
  }

 private:
  void read(const boost::json::value& value, const std::string& place, std::string& to, const TextRule& rule);
  void read(const boost::json::value& value, const std::string& place, bool& to, const TextRule& rule);
  template <class T>
  void read(const boost::json::value& value, const std::string& place, T& to, void (&rows)(Members&, T&)) {
    const auto* object = value.if_object();
    if (object == nullptr) return refuse_type(value, place, "an object");
    Members in(*object, place, faults_);
    rows(in, to);
  }
  template <class T, class Rule>
  void read(const boost::json::value& value, const std::string& place, std::vector<T>& to, const Rule& rule) {
    const auto* items = value.if_array();
    if (items == nullptr) return refuse_type(value, place, "a list");
    to.reserve(items->size());
    for (const auto& item : *items) {
      const std::string inner = json::place_of_item(place, to.size());
      read(item, inner, to.emplace_back(), rule);
    }
  }
  void refuse_type(const boost::json::value& value, const std::string& place, std::string_view expected);

  const boost::json::object& object_;
  std::string place_;
  std::vector<MemberFault>& faults_;
};

/// Finds control characters in all names and texts of a value, also of members that no row reads.
void check_characters(const boost::json::value& value, const std::string& place, std::vector<MemberFault>& faults);

}  // namespace agent_access::content
