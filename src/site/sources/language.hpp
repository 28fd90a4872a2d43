/// \file
/// The language in which an owner writes, guessed from the texts of a file: by their script, or by the stop words of
/// web/search.json, which has those of the languages of the labels. Thread safe, no I/O.
#pragma once

#include <boost/json/object.hpp>
#include <span>
#include <string>

#include "site/sources/resumes/imported.hpp"
#include "site/sources/works/work.hpp"

namespace agent_access::sources {

/// A BCP 47 tag such as "de" or "zh-Hant". By what members of site.json say about the owner, her CV and her projects,
/// not by titles of works, which are often in another language. Empty if little is written, or if two languages are as
/// likely. NOT told apart: most languages that share a script, such as Hindi and Marathi.
[[nodiscard]] std::string guessed_language(const boost::json::object& site);
/// The language that most of the works name, else that of their titles.
[[nodiscard]] std::string guessed_language(std::span<const Work> works);

/// Sets the `language` of the site, unless it has one or nothing is guessed, with a note; then translate_titles().
/// Nothing if the file has questions alone.
void set_language(Imported& imported);
/// Sets it for a bibliography, unless it is English, which says little about the site.
void set_language(Imported& imported, std::span<const Work> works);

}  // namespace agent_access::sources
