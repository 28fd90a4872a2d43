/// \file
/// The entries of a résumé as members of site.json, whatever its format calls their members. Belongs to one thread.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <span>
#include <string>
#include <string_view>

#include "site/sources/resumes/imported.hpp"
#include "site/sources/texts/foreign_json.hpp"
#include "site/sources/works/publications.hpp"

namespace agent_access::sources {

/// What the entries of a section are.
enum class CvList {
  positions,
  education,
  skills,
  languages,
  awards,
  certificates,
  interests,
  references,
  projects,
  publications,
  others,
};

/// Of entries that CvBuilder::withholds().
inline constexpr std::string_view kWithheld = R"(left out; "references" in content.publish publishes them)";

class CvBuilder {
 public:
  /// `with`: the private parts that are asked for. Both outlive it.
  CvBuilder(Imported& out, std::span<const std::string> with)
      : out_(out), with_(with), publications_(out.site, out.notes) {}

  /// Whether the entries are private and not asked for.
  [[nodiscard]] bool withholds(CvList list) const;
  /// Takes an entry. One that lacks what its list needs stands in a section of the CV with this title; one without
  /// anything to name it is noted.
  void add(ForeignObject& entry, CvList list, std::string_view title);
  /// Puts the CV into the site, after the last entry.
  void finish();

 private:
  void add_to_section(ForeignObject& in, boost::json::object item, std::string_view title);
  void add_skill(ForeignObject& in, std::string_view title);
  void add_project(ForeignObject& in);

  Imported& out_;
  std::span<const std::string> with_;
  PublicationList publications_;
  boost::json::object cv_;
  boost::json::object sections_;  ///< lists by their titles
  boost::json::object areas_;     ///< skills without an area of their own, by the titles of their sections
};

}  // namespace agent_access::sources
