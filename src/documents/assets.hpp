/// \file
/// The texts of templates/ that the documents are made of. Thread safe, no I/O.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "render/view.hpp"

namespace agent_access::documents {

/// `name`: the path below templates/; empty when there is none.
[[nodiscard]] std::string_view asset(std::string_view name) noexcept;

/// The template filled with the values of `view` (render/template.hpp). Throws std::logic_error if there is no
/// template of that name, or no value for a name in it.
[[nodiscard]] std::string filled(std::string_view name, const render::View& view);
/// The object of a template whose name ends in ".json". A comma may stand behind the last element of a list.
[[nodiscard]] boost::json::object filled_object(std::string_view name, const render::View& view);

}  // namespace agent_access::documents
