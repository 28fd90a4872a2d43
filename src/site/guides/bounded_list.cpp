#include "site/guides/bounded_list.hpp"

namespace agent_access::documents {

using templates::View;

bool BoundedList::add(View item) {
  if (most_ != std::string::npos) {
    const View values = View().set(list_, std::vector{item}).set("left_out", false);
    const std::size_t size = templates::filled(name_, values).size();
    if (size > most_) return false;
    most_ -= size;
  }
  items_.push_back(std::move(item));
  return true;
}

View BoundedList::view(std::size_t all) && {
  const std::size_t left_out = all - items_.size();
  return View().set(list_, std::move(items_)).set_optional("left_out", left_out == 0 ? "" : std::to_string(left_out));
}

}  // namespace agent_access::documents
