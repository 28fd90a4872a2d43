// JSON Resume 1.0 (jsonresume.org) and the names of its drafts before, as the registry's themes still read them.
#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/content/text_form.hpp"
#include "tools/import/foreign_json.hpp"

namespace agent_access::tools {

namespace {

namespace bj = boost::json;

std::string joined_texts(std::initializer_list<std::string> texts) {
  std::vector<std::string> parts;
  for (const auto& text : texts) base::add_once(parts, text);
  return base::joined(parts);
}

void move_to(std::vector<std::string>& to, std::vector<std::string> from) {
  std::ranges::move(from, std::back_inserter(to));
}

/// The first of a month stands for the month: generators of resumes write it so.
std::string month_of_day(std::string date) {
  if (date.size() == 10 && date.ends_with("-01")) date.resize(7);
  return date;
}

struct Period {
  std::string from;
  std::string until;
};

/// Compares the parts that both dates have.
bool is_before(std::string_view one, std::string_view other) {
  const auto size = std::min(one.size(), other.size());
  return one.substr(0, size) < other.substr(0, size);
}

Period read_period(ForeignObject& in) {
  Period period;
  if (const auto from = in.date({"startDate", "start", "from"})) period.from = month_of_day(from->date);
  if (const auto until = in.date({"endDate", "end", "until"})) period.until = month_of_day(until->date);
  if (is_before(period.until, period.from) && !period.until.empty()) {
    in.note("endDate", period.until + " is before the start; left out");
    period.until.clear();
  }
  return period;
}

struct Network {
  std::string_view name;
  std::string_view address;
};
constexpr auto kNetworks = std::to_array<Network>({{"github", "https://github.com/"},
                                                   {"gitlab", "https://gitlab.com/"},
                                                   {"linkedin", "https://www.linkedin.com/in/"},
                                                   {"orcid", "https://orcid.org/"},
                                                   {"twitter", "https://twitter.com/"},
                                                   {"x", "https://x.com/"}});

void read_profile(ForeignObject& in, std::vector<std::string>& same_as) {
  const auto network = in.text({"network"});
  const auto user = in.text({"username", "user"});
  if (auto url = in.url({"url", "website"}); !url.empty()) return base::add_once(same_as, url);
  const auto* const known = std::ranges::find(kNetworks, base::lower_case(network), &Network::name);
  const auto url =
      known == kNetworks.end() || user.empty() ? std::nullopt : absolute_url(std::string(known->address) + user);
  if (url) return base::add_once(same_as, *url);
  in.note({}, "has no address; left out");
}

std::string read_location(ForeignObject& basics, const PrivateParts& wanted) {
  const auto* const value = basics.value({"location", "address"});
  if (value != nullptr && !value->is_object()) return basics.text({"location", "address"});
  std::string location;
  basics.each({"location"}, [&](ForeignObject& in) {
    std::string street;
    std::string code;
    if (wanted.street) {
      street = in.text({"address", "street"});
      code = in.text({"postalCode", "zip"});
    } else {
      in.leave_out({"address", "street"}, "left out; --with street publishes it");
      in.leave_out({"postalCode", "zip"}, "left out; --with street publishes it");
    }
    const auto city = in.text({"city"});
    const auto place = code.empty() || city.empty() ? code + city : code + " " + city;
    location = joined_texts({street, place, in.text({"region", "state"}), in.text({"countryCode", "country"})});
  });
  return location;
}

bj::object read_contact(ForeignObject& basics, const PrivateParts& wanted) {
  bj::object contact;
  const auto email = basics.text({"email"});
  if (!email.empty() && content::email_fault(email).empty()) {
    contact["email"] = email;
  } else {
    basics.leave_out({"email"}, "is no e-mail address; left out");
  }
  if (const auto phone = wanted.phone ? basics.text({"phone", "tel"}) : std::string(); !phone.empty()) {
    contact["note"] = "Phone: " + phone;
  }
  if (!wanted.phone) basics.leave_out({"phone", "tel"}, "left out; --with phone publishes it");
  return contact;
}

void read_basics(ForeignObject& in, bj::object& site, const PrivateParts& wanted) {
  bj::object owner;
  auto name = in.text({"name"});
  const auto first = in.text({"firstName", "first_name"});
  const auto last = in.text({"lastName", "last_name"});
  if (name.empty()) name = base::joined(std::vector{first, last}, first.empty() || last.empty() ? "" : " ");
  set_text(owner, "name", name);
  const auto label = in.text({"label", "headline", "title"});
  set_text(owner, "job_title", label);
  auto summary = in.paragraphs({"summary", "about", "description"});
  if (!summary.empty()) {
    set_text(owner, "summary", summary.front());
    summary.erase(summary.begin());
    set_texts(owner, "about", summary);
  }
  if (const auto birth = in.value({"birthday", "birthDate", "dateOfBirth", "birth"});
      birth != nullptr && !wanted.birthday) {
    in.leave_out({"birthday", "birthDate", "dateOfBirth", "birth"}, "left out; --with birthday publishes it");
  } else if (birth != nullptr) {
    if (const auto date = in.date({"birthday", "birthDate", "dateOfBirth", "birth"}))
      set_text(owner, "birthday", date->date);
  }
  set_text(owner, "location", read_location(in, wanted));
  std::vector<std::string> same_as;
  in.each({"profiles"}, [&](ForeignObject& profile) { read_profile(profile, same_as); });
  set_texts(owner, "same_as", same_as);
  set_text(site, "tagline", label);
  site["owner"] = std::move(owner);
  if (auto contact = read_contact(in, wanted); !contact.empty()) site["contact"] = std::move(contact);
  if (const auto url = in.url({"url", "website"}); !url.empty())
    append(site, "links", {{"title", "Website"}, {"url", url}});
  in.leave_out({"image", "picture"}, "left out; put the file into public/ and name it in design.portrait");
}

/// The item of a section of the CV, for what has no list of its own.
void add_to_section(bj::object& sections, std::string_view title, bj::object item) {
  append(sections, title, std::move(item));
}

bj::object section_item(std::string_view title, std::string_view organization, const Period& period) {
  bj::object item;
  set_text(item, "title", title);
  set_text(item, "organization", organization);
  set_text(item, "from", period.from);
  set_text(item, "until", period.until);
  return item;
}

/// A position; `sections` takes one that has no organisation, no title or no beginning.
void read_position(ForeignObject& in, bj::object& cv, bj::object& sections, std::string_view section) {
  const auto organisation = in.text({"name", "company", "organization", "employer"});
  const auto title = in.text({"position", "title", "role", "jobTitle"});
  const auto period = read_period(in);
  const auto location = in.text({"location"});
  const auto url = in.url({"url", "website"});
  auto about = in.paragraphs({"description"});
  move_to(about, in.paragraphs({"summary"}));
  auto text = in.paragraphs({"highlights", "achievements", "responsibilities"});
  base::add_once(text, base::joined(in.words({"keywords", "technologies"})));
  if (section.empty() && !organisation.empty() && !title.empty() && !period.from.empty()) {
    bj::object position{{"title", title}, {"organisation", organisation}, {"from", period.from}};
    set_text(position, "until", period.until);
    set_text(position, "location", location);
    set_text(position, "url", url);
    set_text(position, "summary", base::joined(about, " "));
    set_texts(position, "text", text);
    return append(cv, "positions", std::move(position));
  }
  if (title.empty() && organisation.empty()) return in.note({}, "has neither a title nor an organisation; left out");
  auto item = section_item(title.empty() ? organisation : title, title.empty() ? std::string() : organisation, period);
  set_text(item, "url", url);
  move_to(about, std::move(text));
  if (!location.empty()) about.insert(about.begin(), location);
  set_texts(item, "text", about);
  if (section.empty()) {
    in.note({}, std::string("has no ") +
                    (organisation.empty() ? "organisation"
                     : title.empty()      ? "title"
                                          : "start") +
                    "; it stands in the section \"Work\" of the CV");
  }
  add_to_section(sections, section.empty() ? "Work" : section, std::move(item));
}

void read_education(ForeignObject& in, bj::object& cv, bj::object& sections) {
  const auto institution = in.text({"institution", "school", "university"});
  const auto degree = joined_texts({in.text({"studyType", "degree"}), in.text({"area", "field", "major"})});
  auto period = read_period(in);
  if (const auto date = in.date({"date", "releaseDate"}); date && period.until.empty()) period.until = date->date;
  std::vector<std::string> text;
  if (const auto score = in.text({"score", "gpa"}); !score.empty()) text.push_back("Score: " + score);
  move_to(text, in.paragraphs({"summary", "description"}));
  move_to(text, in.paragraphs({"courses", "highlights"}));
  const auto url = in.url({"url", "website"});
  if (const auto location = in.text({"location"}); !location.empty()) text.insert(text.begin(), location);
  if (institution.empty() && degree.empty()) return in.note({}, "has neither a degree nor an institution; left out");
  if (institution.empty() || degree.empty()) {
    auto item = section_item(degree + institution, {}, period);
    set_text(item, "url", url);
    set_texts(item, "text", text);
    in.note({}, std::string("has no ") + (degree.empty() ? "degree" : "institution") +
                    "; it stands in the section \"Studies\" of the CV");
    return add_to_section(sections, "Studies", std::move(item));
  }
  bj::object education{{"degree", degree}, {"institution", institution}};
  set_text(education, "from", period.from);
  set_text(education, "date", period.until);
  set_text(education, "url", url);
  set_texts(education, "text", text);
  append(cv, "education", std::move(education));
}

void read_award(ForeignObject& in, bj::object& cv) {
  const auto name = joined_texts({in.text({"title", "name"}), in.text({"awarder", "issuer"})});
  const auto date = in.date({"date", "releaseDate"});
  in.leave_out({"summary", "description", "url"}, "has no place in site.json; left out");
  if (name.empty()) return in.note({}, "has no title; left out");
  bj::object award{{"name", name}};
  if (date) set_text(award, "date", date->date);
  append(cv, "awards", std::move(award));
}

void read_certificate(ForeignObject& in, bj::object& sections) {
  const auto title = in.text({"name", "title"});
  const auto date = in.date({"date", "startDate"});
  const auto until = date ? date->date : std::string();
  if (title.empty()) return in.note({}, "has no name; left out");
  auto item = section_item(title, in.text({"issuer", "authority"}), {until, until});
  set_text(item, "url", in.url({"url", "website"}));
  set_texts(item, "text", in.paragraphs({"summary"}));
  add_to_section(sections, "Certificates", std::move(item));
}

/// Skills without words of their own are gathered in one area.
void read_skill(ForeignObject& in, bj::object& cv, bj::array& single) {
  auto name = in.text({"name", "category", "area"});
  const auto level = in.text({"level"});
  const auto items = in.words({"keywords", "items", "skills"});
  if (!level.empty() && !name.empty()) name += " (" + level + ")";
  if (name.empty() && items.empty()) return in.note({}, "has no name; left out");
  if (items.empty()) return static_cast<void>(single.emplace_back(name));
  bj::object area{{"area", name.empty() ? "Skills" : name}};
  set_texts(area, "items", items);
  append(cv, "skills", std::move(area));
}

void read_interest(ForeignObject& in, bj::object& sections) {
  const auto name = in.text({"name"});
  const auto words = in.words({"keywords"});
  const auto list = base::joined(words);
  if (name.empty() && list.empty()) return;
  bj::object item{{"title", name.empty() ? list : name}};
  if (!name.empty() && !list.empty()) set_texts(item, "text", {list});
  add_to_section(sections, "Interests", std::move(item));
}

void read_publication(ForeignObject& in, bj::object& site) {
  const auto title = in.text({"name", "title"});
  if (title.empty()) return in.note({}, "has no name; left out");
  bj::object work{{"title", title}};
  if (const auto date = in.date({"releaseDate", "date"})) {
    set_text(work, "date", date->date);
    set_text(work, "status", date->status);
  }
  set_texts(work, "authors", in.words({"authors", "author"}));
  set_text(work, "venue", in.text({"publisher", "venue", "journal"}));
  set_text(work, "summary", base::joined(in.paragraphs({"summary", "description"}), " "));
  auto doi = bare_doi(in.text({"doi"}));
  const auto url = in.url({"url", "website"});
  if (doi.empty()) doi = bare_doi(url);
  if (content::doi_fault(doi).empty()) set_text(work, "doi", doi);
  set_text(work, "url", url);
  append(site, "publications", std::move(work));
}

void read_project(ForeignObject& in, bj::object& site) {
  const auto title = in.text({"name", "title"});
  if (title.empty()) return in.note({}, "has no name; left out");
  bj::object project{{"title", title}};
  const auto period = read_period(in);
  set_text(project, "date", period.until.empty() ? period.from : period.until);
  const auto about = in.paragraphs({"description", "summary"});
  if (!about.empty()) set_text(project, "summary", about.front());
  std::vector<std::string> text(about.begin() + (about.empty() ? 0 : 1), about.end());
  move_to(text, in.paragraphs({"highlights"}));
  set_texts(project, "text", text);
  const auto url = in.url({"url", "website"});
  auto repository = in.url({"repository", "github", "source"});
  if (repository.empty() && url.starts_with("https://github.com/")) repository = url;
  if (url != repository) set_text(project, "url", url);
  set_text(project, "repository", repository);
  set_text(project, "language", in.text({"language", "primaryLanguage"}));
  set_texts(project, "topics", in.words({"keywords", "technologies", "languages"}));
  in.leave_out({"roles", "entity", "type"}, "has no place in site.json; left out");
  append(site, "projects", std::move(project));
}

void read_reference(ForeignObject& in, bj::object& sections) {
  const auto name = in.text({"name"});
  bj::object item{{"title", name.empty() ? "Reference" : name}};
  set_texts(item, "text", in.paragraphs({"reference", "summary"}));
  add_to_section(sections, "References", std::move(item));
}

void read_lists(ForeignObject& in, bj::object& cv, bj::object& sections, const PrivateParts& wanted) {
  bj::array single;
  in.each({"work", "employment"}, [&](ForeignObject& item) { read_position(item, cv, sections, {}); });
  in.each({"education"}, [&](ForeignObject& item) { read_education(item, cv, sections); });
  in.each({"skills"}, [&](ForeignObject& item) { read_skill(item, cv, single); });
  if (!single.empty()) append(cv, "skills", {{"area", "Skills"}, {"items", std::move(single)}});
  in.each({"languages"}, [&](ForeignObject& item) {
    const auto language = item.text({"language", "name"});
    if (language.empty()) return item.note({}, "has no name; left out");
    bj::object spoken{{"language", language}};
    set_text(spoken, "level", item.text({"fluency", "level"}));
    append(cv, "languages", std::move(spoken));
  });
  in.each({"awards"}, [&](ForeignObject& item) { read_award(item, cv); });
  in.each({"volunteer", "volunteering"},
          [&](ForeignObject& item) { read_position(item, cv, sections, "Volunteering"); });
  in.each({"certificates", "certifications"}, [&](ForeignObject& item) { read_certificate(item, sections); });
  in.each({"interests", "hobbies"}, [&](ForeignObject& item) { read_interest(item, sections); });
  if (wanted.references) {
    in.each({"references"}, [&](ForeignObject& item) { read_reference(item, sections); });
  } else {
    in.leave_out({"references"}, "left out; --with references publishes them");
  }
}

}  // namespace

Imported read_resume(const bj::object& resume, const PrivateParts& wanted) {
  Imported result;
  ForeignObject in(resume, {}, result.notes);
  bj::object cv;
  bj::object sections;
  in.ignore({"$schema", "meta"});
  in.each({"basics"}, [&](ForeignObject& basics) { read_basics(basics, result.site, wanted); });
  read_lists(in, cv, sections, wanted);
  for (auto& section : sections) {
    append(cv, "sections", {{"title", section.key()}, {"items", std::move(section.value())}});
  }
  in.each({"publications"}, [&](ForeignObject& item) { read_publication(item, result.site); });
  in.each({"projects"}, [&](ForeignObject& item) { read_project(item, result.site); });
  if (!cv.empty()) result.site["cv"] = std::move(cv);
  in.finish();
  return result;
}

}  // namespace agent_access::tools
