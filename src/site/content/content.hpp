/// \file
/// The content of `site.json` and `faq.json` as values. Every document, page and browser tool is made from these alone.
/// Plain data, immutable once loaded.
#pragma once

#include <boost/json/object.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace agent_access::content {

/// A day, month or year as the owner wrote it: "2034-05-01", "2034-05", "2034". Comparing as text compares by time.
using Date = std::string;
/// A text of several paragraphs, without markup.
using Paragraphs = std::vector<std::string>;

/// Where something is: an absolute URL, http or https, or the path of a file on this site ("/papers/a.pdf"), which is
/// published as its URL on each host (documents::HostView::address).
using Address = std::string;

struct Link {
  std::string title;
  Address url;
  std::string summary = {};  ///< what is there; may be empty
};

enum class OwnerKind { person, organization };

struct Owner {
  OwnerKind kind = OwnerKind::person;
  std::string name;
  std::string job_title;  ///< of a person; may be empty, as all members below
  std::string works_for;  ///< name of an organization
  std::string summary;    ///< one or two sentences
  Paragraphs about;
  std::string location;
  std::vector<std::string> knows_about;
  std::vector<std::string> same_as;  ///< absolute URLs of the same owner elsewhere
};

struct Contact {
  std::string email;
  std::string note;  ///< how the owner would like to be approached
  std::vector<Link> channels;
};

struct Publication {
  std::string slug;  ///< lower case letters, digits and single hyphens; unique in its collection
  std::string title;
  Date date;  ///< may be empty, as all members below
  std::vector<std::string> authors;
  std::string venue;  ///< where it appeared, in a word: by default container_of() (work_fields.hpp)
  std::string summary;
  Paragraphs text;
  Address url;  ///< where the publication itself is
  std::vector<std::string> topics;
  std::string type = {};    ///< "article": as work_type_fault() (text_form.hpp) takes it
  std::string status = {};  ///< "in press"
  std::string doi = {};     ///< "10.18637/jss.v080.i01"
  std::string key = {};     ///< its name in the file that it came from, and in /publications.bib
  std::vector<Link> links = {};
  std::vector<std::string> editors = {};
  // Where it appeared; work_fields.hpp has a row for each.
  std::string journal = {};
  std::string book = {};   ///< of which it is a part, also proceedings
  std::string event = {};  ///< a conference
  std::string volume = {};
  std::string number = {};  ///< of an issue, a report or a patent
  std::string pages = {};
  std::string genre = {};        ///< "PhD thesis"
  std::string institution = {};  ///< also a school
  std::string publisher = {};
  std::string series = {};
  std::string edition = {};
  std::string isbn = {};
  std::string issn = {};
  std::string award = {};
};

struct Project {
  std::string slug;
  std::string title;
  Date date;  ///< may be empty
  std::string status;
  std::string summary;
  Paragraphs text;
  Address url;  ///< may be empty, as `repository`
  Address repository;
  std::string language;  ///< programming language
  std::string licence;
  std::vector<std::string> topics;
  Date until = {};  ///< empty: not ended
};

struct Position {
  std::string title;
  std::string organisation;
  Date from;
  Date until;  ///< empty: still held
  std::string summary;
  std::string location = {};
  Address url = {};                    ///< of the organization; may be empty
  std::vector<std::string> text = {};  ///< what was done, shown as a list
};

struct Education {
  std::string degree;
  std::string institution;
  Date date;       ///< of its end; may be empty
  Date from = {};  ///< may be empty
  Address url = {};
  std::vector<std::string> text = {};
};

struct SkillArea {
  std::string area;
  std::vector<std::string> items;
};

struct Award {
  std::string name;
  Date date;  ///< may be empty
};

struct SpokenLanguage {
  std::string language;
  std::string level;
};

/// An entry of a section that the owner has named: a course, a grant, a certificate.
struct CvItem {
  std::string title;
  std::string organization;
  Date from;   ///< may be empty
  Date until;  ///< may be empty; with `from` alone it has not ended
  Address url;
  std::vector<std::string> text;
};

struct CvSection {
  std::string title;
  std::vector<CvItem> items;
};

struct Cv {
  std::string summary;
  std::vector<Position> positions;
  std::vector<Education> education;
  std::vector<SkillArea> skills;
  std::vector<SpokenLanguage> languages;
  std::vector<Award> awards;
  std::vector<CvSection> sections = {};
};

/// How the generated pages look. Empty members are those of the program.
struct Design {
  std::string accent = {};       ///< "#0b5d5b"
  std::string accent_dark = {};  ///< the accent of dark pages; empty: made from `accent`
  std::string logo = {};         ///< path of an image on the site: "/pictures/logo.svg"; likewise the next two
  std::string portrait = {};
  std::string favicon = {};
  bool has_motif = true;    ///< the rings behind the name on the home page
  std::string footer = {};  ///< the text at the foot of every page
};

/// site.json.
struct Site {
  std::string title;            ///< of the site; by default the owner's name
  std::string tagline;          ///< one line
  std::string profile_summary;  ///< what the extended profile has, in the owner's words; may be empty
  std::string language = "en";  ///< BCP 47
  Date updated;                 ///< of the content; may be empty
  Owner owner;
  Contact contact;
  std::vector<Link> links;
  std::vector<Publication> publications;  ///< without a date, but with a status; then newest first; then the others
  std::vector<Project> projects;          ///< newest first; those without a date last, in the file's order
  std::optional<Cv> cv;
  Design design;
  std::map<std::string, std::string, std::less<>> labels;  ///< own texts of the pages, by name (labels.hpp)
  boost::json::object source;  ///< the whole file with its unknown members, without "$schema", `design` and `labels`
};

struct Question {
  std::string question;
  std::string answer;
};

/// faq.json.
struct Faq {
  Date updated;                     ///< may be empty
  std::vector<Question> questions;  ///< at least one
  bool is_about_access = false;     ///< the questions of the program, not the owner's
};

struct Content {
  Site site;
  Faq faq;
};

}  // namespace agent_access::content
