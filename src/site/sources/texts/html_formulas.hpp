/// \file
/// Formulas in texts with HTML, JATS or MathML, in characters of Unicode: "10<sup>3</sup>" as "10³". Pure, thread safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace agent_access::sources {

struct HtmlFormula {
  std::string shown;
  std::size_t size = 0;  ///< of what it stands for
};

/// What is shown for the beginning of a text that stands behind the opening tag of an element: "³" for "3</sup>", "x²"
/// for the children of `msup` or for the LaTeX of `tex-math`, which the same formula in MathML may follow. `name` is
/// that of the element in lower case. Nothing if it is another element, or long, or if Unicode has no such characters
/// and the text of the element will do.
[[nodiscard]] std::optional<HtmlFormula> read_html_formula(std::string_view name, std::string_view behind);

}  // namespace agent_access::sources
