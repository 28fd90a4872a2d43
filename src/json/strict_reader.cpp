#include "json/strict_reader.hpp"

#include <algorithm>
#include <span>

namespace agent_access::json {

namespace {

constexpr std::size_t kUsualNames = 32;
constexpr std::size_t kUsualDepth = 16;
/// The most names of an object that are searched one by one.
constexpr std::size_t kFew = 16;

}  // namespace

OpenNames::OpenNames() : pool_(memory_.data(), memory_.size()), names_(&pool_), objects_(&pool_) {
  names_.reserve(kUsualNames);
  objects_.reserve(kUsualDepth);
}

void OpenNames::end_object() noexcept {
  names_.resize(objects_.back().first);
  objects_.pop_back();
}

bool OpenNames::add(std::string_view name) {
  Object& object = objects_.back();
  if (object.tree) return object.tree->insert(name).second;
  const auto own = std::span(names_).subspan(object.first);
  if (std::ranges::find(own, name) != own.end()) return false;
  names_.push_back(name);
  if (own.size() == kFew)
    object.tree = std::make_unique<Tree>(names_.begin() + static_cast<std::ptrdiff_t>(object.first), names_.end());
  return true;
}

}  // namespace agent_access::json
