#include "site/sources/resumes/json_resume.hpp"

#include <array>
#include <string_view>

#include "site/sources/resumes/basics.hpp"
#include "site/sources/resumes/cv_builder.hpp"
#include "site/sources/texts/foreign_json.hpp"

namespace agent_access::sources {
namespace {

struct ResumeList {
  std::string_view names;
  CvList list;
  std::string_view title;  ///< of a section of the CV
};
constexpr auto kResumeLists =
    std::to_array<ResumeList>({{"work employment", CvList::positions, "Work"},
                               {"education", CvList::education, "Studies"},
                               {"languages", CvList::languages, "Languages"},
                               {"awards", CvList::awards, "Awards"},
                               {"volunteer volunteering", CvList::others, "Volunteering"},
                               {"certificates certifications", CvList::certificates, "Certificates"},
                               {"interests hobbies", CvList::interests, "Interests"},
                               {"references", CvList::references, "References"},
                               {"skills", CvList::skills, "Skills"},
                               {"publications", CvList::publications, "Publications"},
                               {"projects", CvList::projects, "Projects"}});

}  // namespace

Imported read_resume(const boost::json::object& resume, std::span<const std::string> with) {
  Imported result;
  ForeignObject in(resume, {}, result.notes);
  in.ignore("$schema meta");
  in.each("basics", [&](ForeignObject& basics) { read_basics(basics, result.site, with); });
  CvBuilder cv(result, with);
  for (const auto& [names, list, title] : kResumeLists) {
    if (cv.withholds(list)) {
      in.leave_out(names, std::string(kWithheld), NoteKind::expected);
    } else {
      in.each(names, [&](ForeignObject& entry) { cv.add(entry, list, title); });
    }
  }
  cv.finish();
  in.finish();
  return result;
}

}  // namespace agent_access::sources
