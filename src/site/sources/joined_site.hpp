/// \file
/// What several files say, as one site: an owner's site.json and faq.json before the sources, and these in their order.
/// Values are members of site.json. Pure; thread safe.
///
/// The first file that has a member decides it. Objects, such as the owner, are joined member by member; a list is one
/// member. Only publications, projects and cv.sections are joined item by item: publications are found by DOI, then by
/// key, then by title with year, the others by title; what is found is joined like an object. NOT checked: forms, which
/// the readers of the sources and content::parse_site() see to.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "site/sources/formats.hpp"

namespace agent_access::sources {

/// A file that was read.
struct Source {
  std::string name;  ///< for messages: "papers.bib"
  SourceFormat format;
  Imported said;
};

struct JoinedSources {
  boost::json::object site = {};
  boost::json::array questions = {};
  std::vector<WithheldNumber> withheld_numbers = {};  ///< of all sources; a place is "basics.phone in resume.json"
  std::vector<std::string> repeated = {};             ///< sentences: what a source says that an earlier one has said
};

/// Notes each text of a source that has a telephone number which another one withholds.
void note_numbers_of_others(std::span<Source> sources);

/// A key names a work of one file alone, so works of two sources are not found by it. The language is that of a source
/// about the owner, if there is one. Without a tagline it is the first sentence of the owner's summary, if that is
/// short. The error is a sentence: sources about two persons, or one résumé
/// in two languages.
[[nodiscard]] base::Result<JoinedSources, std::string> join_sources(std::vector<Source> sources);

/// Adds to the owner's document what sources say beyond it. Items of its own lists keep their places.
void add_missing(boost::json::object& own, boost::json::object said);
/// The same for faq.json: the questions that its own list does not ask.
void add_questions(boost::json::object& own, const boost::json::array& questions);

/// Gives each publication and project without a slug one that is unique in its list: of its key, else of title and
/// year.
void add_slugs(boost::json::object& site);

}  // namespace agent_access::sources
