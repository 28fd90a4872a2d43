#include <array>
#include <iostream>

#include "app/text/terminal.hpp"
#include "base/result.hpp"
#include "commands/command_line.hpp"
#include "site/sources/formats.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "tools/import/site_import.hpp"

namespace agent_access::commands {
namespace {

struct ImportCommand : FromOptions {
  std::filesystem::path into{"site.json"};  ///< "-": standard output
  std::filesystem::path faq;                ///< empty: faq.json beside `into`
  std::string format;
};

constexpr std::array<std::pair<const char*, sources::SourceFormat>, 10> kFormats = {{
    {"resume", sources::SourceFormat::resume},
    {"rendercv", sources::SourceFormat::rendercv},
    {"alfolio", sources::SourceFormat::alfolio},
    {"csl", sources::SourceFormat::csl},
    {"works", sources::SourceFormat::works},
    {"work_page", sources::SourceFormat::work_page},
    {"citation_file", sources::SourceFormat::citation_file},
    {"faq", sources::SourceFormat::faq},
    {"bibtex", sources::SourceFormat::bibtex},
    {"ris", sources::SourceFormat::ris},
}};

int run_import(const ImportCommand& options) {
  const bool is_printed = options.into == "-";
  tools::ImportOptions request{.files = options.files, .with = options.with};
  for (const auto& [name, format] : kFormats) {
    if (name == options.format) request.format = format;
  }
  if (!is_printed) {
    request.site = options.into;
    request.faq = options.faq.empty() ? options.into.parent_path() / "faq.json" : options.faq;
  }
  const auto result = tools::import_files(request);
  if (!result) return app::fail(result.error());
  auto& messages = is_printed ? std::cerr : std::cout;
  for (const auto& line : result->report) messages << line << '\n';
  if (is_printed) {
    std::cout << (result->site.empty() ? result->faq : result->site);
    return 0;
  }
  const auto written = tools::write_import(request, *result);
  if (!written) return app::fail(written.error());
  for (const auto& line : *written) std::cout << line << '\n';
  return 0;
}

}  // namespace

void FromOptions::add_with(CLI::App& command) {
  command.add_option("--with", with, "Also publish these, separated by commas")
      ->delimiter(',')
      ->type_name("PARTS")
      ->check(CLI::IsMember(sources::words_in(sources::kPrivateParts, ' ')));
}

void FromOptions::add_to(CLI::App& command) {
  command
      .add_option("--from", files,
                  "Content from a resume.json, .bib or another file that import reads; repeat for more")
      ->type_name("FILE");
  add_with(command);
  command.get_option("--with")->needs("--from");
}

void add_import(CommandLine& line) {
  auto& command = add_command(line, "import", "Make site.json and faq.json from a resume.json, BibTeX and the like",
                              "import resume.json papers.bib --into /etc/agent-access/site.json");
  command.footer(
      command.get_footer() +
      "\n\nReads JSON Resume, RenderCV, al-folio's cv.yml, lists of works and of questions (each as JSON or YAML),\n"
      "CSL-JSON, CITATION.cff, FAQPage (JSON-LD), academicpages' publications (.md), BibTeX, BibLaTeX and RIS.\n"
      "A second import updates what the last one wrote and keeps what you changed, added or removed.\n"
      "Works are recognized by key, DOI or title, other entries by their names, files by their file names.\n"
      "site.json.imported remembers what was written; the site.json before is kept as site.json~.");
  const auto options = std::make_shared<ImportCommand>();
  command.add_option("files", options->files, "The files; each is recognized by its content")
      ->required()
      ->type_name("FILE");
  command.add_option("--into", options->into, "The site.json to write; -: print it, and write nothing")
      ->type_name("FILE")
      ->capture_default_str();
  command.add_option("--faq", options->faq, "The faq.json for questions and answers; default: next to site.json")
      ->type_name("FILE");
  command.add_option("--format", options->format, "The format of all files, if it is not recognized")
      ->type_name("FORMAT")
      ->check(CLI::IsMember(
          {"resume", "rendercv", "alfolio", "csl", "works", "work_page", "citation_file", "faq", "bibtex", "ris"}));
  options->add_with(command);
  set_run(line, command, options, run_import);
}

}  // namespace agent_access::commands
