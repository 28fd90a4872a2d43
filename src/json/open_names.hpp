/// \file
/// The names in the objects that a reader of JSON has open, innermost last: finds a name that occurs twice in one
/// object. An object with few names is searched from its start, a larger one by a tree, so that neither many objects
/// nor many names take long. An instance belongs to one thread. NOT limited here: the number and the size of names.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <set>
#include <string_view>
#include <vector>

namespace agent_access::json {

class OpenNames {
 public:
  OpenNames();

  void begin_object() { objects_.push_back({names_.size(), nullptr}); }
  /// Precondition of this and of add(): an object is open.
  void end_object() noexcept;
  /// False if the innermost object has the name already. `name` stays valid until that object ends.
  [[nodiscard]] bool add(std::string_view name);

 private:
  using Tree = std::set<std::string_view>;
  struct Object {
    std::size_t first;           ///< index of its first name in names_
    std::unique_ptr<Tree> tree;  ///< all its names, once it has many
  };

  // Enough for most requests, so that nothing is allocated.
  std::array<std::byte, 1024> memory_;
  std::pmr::monotonic_buffer_resource pool_;
  std::pmr::vector<std::string_view> names_;
  std::pmr::vector<Object> objects_;
};

}  // namespace agent_access::json
