/// \file
/// What holds of the works of any bibliography, whatever its bytes.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "fuzz/target.hpp"
#include "site/content/text_form.hpp"
#include "site/sources/works/work.hpp"

namespace agent_access::fuzz {

inline void check_text(const std::string& text) { must(base::is_utf8(text) && !content::has_control_character(text)); }

inline void check_address(const std::string& url) { must(url.empty() || content::url_fault(url).empty()); }

inline void check_work(const sources::Work& work) {
  must(!work.title.empty());
  must(work.type.empty() || content::work_type_fault(work.type).empty());
  must(work.date.empty() || content::is_date(work.date));
  must(work.doi.empty() || content::doi_fault(work.doi).empty());
  check_address(work.url);
  for (const auto& link : work.links) check_address(link.url);
  for (const auto* list : {&work.authors, &work.editors, &work.keywords}) {
    must(std::ranges::find(*list, std::string()) == list->end());
    std::ranges::for_each(*list, check_text);
  }
  for (const auto* text : {&work.key, &work.title, &work.status, &work.journal, &work.book, &work.event, &work.series,
                           &work.volume, &work.number, &work.pages, &work.publisher, &work.institution, &work.genre,
                           &work.eprint, &work.abstract_text, &work.language, &work.note, &work.award}) {
    check_text(*text);
  }
}

/// `read` is what a reader returned.
inline void check_bibliography(const base::Result<sources::Bibliography, std::string>& read) {
  must(read ? !read->works.empty() : !read.error().empty());
  if (read) std::ranges::for_each(read->works, check_work);
}

}  // namespace agent_access::fuzz
