#include "app/example_content.hpp"

namespace agent_access::app {

std::string_view example_profile() noexcept {
  return R"JSON({
  "name": "Robin Example",
  "notice": "Robin Example is an invented person. Every organisation, date and event below is fiction.",
  "headline": "Marine acoustics researcher and builder of small scientific instruments",
  "location": {"city": "Port Example", "country": "Exampleland", "time_zone": "UTC"},
  "summary": "Twelve years of listening to invented oceans, two of them as head of a fictional institute. Writes about measurement, open instruments and the patience both need.",
  "positions": [
    {
      "title": "Head of the Listening Laboratory",
      "organisation": "Example Institute of the Sea",
      "from": "2031-04",
      "until": null,
      "responsibilities": ["leads a group of nine", "answers for the open hydrophone programme", "keeps the calibration tank honest"]
    },
    {
      "title": "Research Engineer",
      "organisation": "Sample Instruments Cooperative",
      "from": "2026-09",
      "until": "2031-03",
      "responsibilities": ["designed a recorder that runs a year on one battery", "wrote its firmware and its manual"]
    }
  ],
  "education": [
    {"degree": "Doctorate in acoustics", "institution": "University of Example", "year": 2026, "thesis": "On the silence between two placeholders"}
  ],
  "service": [
    {"role": "Programme chair", "body": "Example Workshop on Quiet Machines", "from": 2032, "until": 2034, "note": "First edition with open reviews"},
    {"role": "Associate editor", "body": "Journal of Invented Measurements", "from": 2030, "until": null},
    {"role": "Reviewer", "body": "Sample Science Fund, panel for instruments", "from": 2029, "until": 2033},
    {"role": "Mentor", "body": "Harbour School Electronics Club", "from": 2027, "until": null, "note": "Every second Saturday"}
  ],
  "leadership": [
    {"role": "Founding member of the board", "body": "Open Hydrophone Association (fictional)", "from": 2031, "until": null, "outcome": "Forty stations share one calibration"},
    {"role": "Spokesperson of the doctoral researchers", "body": "University of Example", "from": 2024, "until": 2025, "outcome": "A shared workshop with evening hours"},
    {"role": "Incident lead", "body": "Example Institute of the Sea", "from": 2033, "until": 2033, "outcome": "Recovered eleven of twelve drifting buoys"}
  ],
  "awards": [
    {"name": "Placeholder Medal for Patient Measurement", "year": 2032}
  ],
  "languages": [
    {"language": "English", "level": "native"},
    {"language": "Esperanto", "level": "conversational"}
  ],
  "availability": {
    "updated": "2034-05-01",
    "open_to": [
      {"kind": "talk", "detail": "Invited talks about open instruments, remote or reachable by train"},
      {"kind": "review", "detail": "One review a month on acoustic measurement"},
      {"kind": "collaboration", "detail": "Joint proposals with field stations that publish their raw data"}
    ],
    "not_open_to": [
      {"kind": "employment", "detail": "No change of employer before the end of 2036"},
      {"kind": "sales", "detail": "No offers of products or services"},
      {"kind": "military", "detail": "No work on weapons or surveillance"}
    ],
    "notice_period": "six weeks for talks",
    "preferred_contact": "robin@example.com, with one paragraph that says what is wanted and by when"
  }
}
)JSON";
}

}  // namespace agent_access::app
