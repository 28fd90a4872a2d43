#include "json/walk.hpp"

#include <utility>

#include "json/place.hpp"

namespace agent_access::json {

bool Walk::begin(bool is_object) {
  if (!note_value(is_object)) return false;
  open_.push_back({is_object, place_.size()});
  return true;
}

bool Walk::end(std::size_t size) {
  if (open_.back().is_object) members = size;
  open_.pop_back();
  return leave_value();
}

bool Walk::add_part(std::string_view part) {
  parts_.append(part);
  return true;
}

bool Walk::end_name(std::string_view part) {
  name = std::exchange(parts_, {}).append(part);
  const bool is_at_top = open_.size() == 1;
  if (is_at_top && !rules_.reserved_name.empty() && name == rules_.reserved_name) {
    return refuse(JsonFault::reserved_name);
  }
  if (!rules_.keeps_duplicates && !open_.back().names.insert(name).second) return refuse(JsonFault::duplicate_name);
  if (lines_ != nullptr) place_ = place_of_member(place_, name);
  note_line();
  return true;
}

bool Walk::note_value(bool is_object) {
  if (open_.empty() && root_ == Root::object && !is_object) return refuse(JsonFault::not_an_object);
  // The line of a member is that of its name, which comes before its value.
  if (!open_.empty() && open_.back().is_object) return true;
  if (lines_ != nullptr && !open_.empty()) place_ = place_of_item(place_, open_.back().index++);
  note_line();
  return true;
}

bool Walk::leave_value() {
  place_.resize(open_.empty() ? 0 : open_.back().place_size);
  return true;
}

void Walk::note_line() {
  if (lines_ == nullptr) return;
  const auto found = lines_->find(place_);
  if (found != lines_->end() && found->second == 0) found->second = line;
}

}  // namespace agent_access::json
