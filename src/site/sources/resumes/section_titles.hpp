/// \file
/// What the sections of people's CVs hold, by their titles. Thread safe, stateless.
#pragma once

#include <string>
#include <string_view>

#include "site/sources/resumes/cv_builder.hpp"

namespace agent_access::sources {

/// By a title in a language of the pages: "Work Experience", "Ausbildung", "awards_and_honors". A title that says more,
/// such as "Teaching Experience", is one of its own: `others`. References are private, so a title that names them is
/// theirs with whatever it says besides, such as "Academic references", unless that is another list: "Awards and
/// references" are awards. "Press references" are no such references.
[[nodiscard]] CvList list_of_title(std::string_view title);

/// Whether the section has references, perhaps beside another list: "References", "Awards and references".
[[nodiscard]] bool names_references(std::string_view title);

/// "Selected Honors" of "selected_honors", as RenderCV does; a title with a space or a capital letter as it is.
[[nodiscard]] std::string shown_title(std::string_view name);

}  // namespace agent_access::sources
