#include "site/sources/works/work_types.hpp"

#include <algorithm>
#include <array>

#include "site/sources/texts/foreign_text.hpp"

namespace agent_access::sources {
namespace {

struct WorkType {
  std::string_view own;
  std::string_view foreign;  ///< with a space between them
};
constexpr auto kTypes = std::to_array<WorkType>(
    {{"article",
      "article article-journal article-magazine article-newspaper review review-book journal-article posted-content "
      "preprint paper-conference proceedings-article conference inproceedings suppperiodical abst conf cpaper ejour "
      "inpr "
      "jfull jour mgzn news manuscripts conferences conference-paper magazine-article newspaper-article paper"},
     {"book",
      "book monograph edited-book reference-book booklet collection mvbook mvcollection mvproceedings mvreference "
      "proceedings reference periodical ebook edbook books edited-work book-series book-set classic clswk ser "
      "proceedings-series"},
     {"chapter",
      "chapter book-chapter book-section entry-encyclopedia entry-dictionary inbook incollection inreference "
      "bookinbook "
      "suppbook suppcollection chap echap encyc dict entry book-part reference-entry"},
     {"thesis", "thesis dissertation mastersthesis phdthesis bachelorsthesis thes"},
     {"report", "report techreport manual standard govdoc press rprt stand std report-component report-series"},
     {"talk", "speech presentation talk talks slide slides"},
     {"patent", "patent pat"},
     {"dataset", "dataset data database"},
     {"software", "software comp software-code software-container software-executable software-virtual-machine"},
     {"other",
      "other misc online electronic www unpublished artwork audio image movie music performance video legal letter "
      "webpage document manuscript post post-weblog interview map bill hearing graphic song broadcast figure pamphlet "
      "gen blog elec icomm unpb unpd mpct video sound advs art book-review ctlg dbase pcomm aggr anci ancient bill "
      "case chart equa event grant grnt legal_case legislation manscpt motion_picture multi musical_score pamp "
      "personal_communication regulation stat treaty unbill web component peer-review hear intv pod"}});

}  // namespace

std::string_view work_type(std::string_view foreign) noexcept {
  const auto* const found =
      std::ranges::find_if(kTypes, [&](const WorkType& type) { return has_word(type.foreign, foreign); });
  return found == kTypes.end() ? std::string_view() : found->own;
}

}  // namespace agent_access::sources
