/// \file
/// One site out of several files, and again after they changed. Values are those of site.json. Items of lists are
/// recognized: works by key, DOI, or title and year; others by what names them, such as the title and the organization
/// of a position. A list of texts is one value. Pure.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

namespace agent_access::tools {

/// Adds what `other` has beyond `to`: members and items of lists that are missing there.
void add_missing(boost::json::object& to, const boost::json::object& other);

/// `mine` is what the owner has; `before` what the import wrote the last time, `now` what it would write. A value of
/// `mine` that is still the one of `before` becomes that of `now`; others stay, and what the owner removed stays away.
/// `kept` gets the places where the owner's value differs from a new one.
[[nodiscard]] boost::json::object merged(const boost::json::object& before, const boost::json::object& mine,
                                         const boost::json::object& now, std::vector<std::string>& kept);

/// Gives each work and project a slug that has none: of its title, else of its key or year; unique in its list.
void add_slugs(boost::json::object& site);

}  // namespace agent_access::tools
