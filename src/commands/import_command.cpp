#include <array>
#include <iostream>

#include "app/files/file_access.hpp"
#include "app/text/terminal.hpp"
#include "app/text/words.hpp"
#include "base/result.hpp"
#include "commands/command_line.hpp"
#include "site/sources/formats.hpp"
#include "site/sources/texts/foreign_text.hpp"
#include "tools/import/site_import.hpp"

namespace agent_access::commands {
namespace {

struct ImportCommand : FromOptions {
  std::filesystem::path into;  ///< empty: nothing is written; "-": standard output
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

std::vector<std::string> format_words() {
  std::vector<std::string> words;
  for (const auto& [word, format] : kFormats) words.emplace_back(word);
  return words;
}

/// Nothing is replaced: the files are the owner's from now on.
base::Result<void, std::string> write_once(const std::filesystem::path& path, const std::string& text) {
  const auto created = app::create_file(path, text, app::FileMode::everybody_may_read);
  if (created) std::cout << "Wrote " << app::shown(path) << '\n';
  return created;
}

/// The questions go into a faq.json beside the site, if there is none.
int write_files(const std::filesystem::path& site, const std::string& text, const std::string& faq) {
  if (!text.empty()) {
    if (const auto written = write_once(site, text); !written) return app::fail({written.error()});
  }
  if (faq.empty()) return 0;
  const auto questions = site.parent_path() / "faq.json";
  const auto written = write_once(questions, faq);
  if (!written) std::cout << "The questions are not written: " << written.error() << '\n';
  return written || !text.empty() ? 0 : 1;
}

int run_import(const ImportCommand& options) {
  const bool is_printed = options.into == "-";
  app::SourceRequest request{.paths = options.files, .publish = options.publish};
  for (const auto& [name, format] : kFormats) {
    if (name == options.format) request.format = format;
  }
  std::error_code ignored;
  if (!is_printed && !options.into.empty() && std::filesystem::exists(options.into, ignored)) {
    return app::fail({app::shown(options.into) + " is there already; import writes a first site.json only: name "
                                                 "another file, or name the files in content.sources"});
  }
  const auto first = tools::import_files(request);
  if (!first) return app::fail(first.error());
  for (const auto& line : first->report) (is_printed ? std::cerr : std::cout) << line << '\n';
  if (options.into.empty()) return 0;
  const auto site = tools::site_text(*first);
  if (!site) return app::fail({site.error()});
  const auto faq = tools::faq_text(*first);
  if (!is_printed) return write_files(options.into, *site, faq);
  std::cout << (site->empty() ? faq : *site);
  return 0;
}

}  // namespace

void FromOptions::add_publish(CLI::App& command) {
  command.add_option("--publish", publish, "Private parts of the files that are published, separated by commas")
      ->delimiter(',')
      ->type_name("PARTS")
      ->check(CLI::IsMember(sources::words_in(sources::kPrivateParts, ' ')));
}

void FromOptions::add_to(CLI::App& command) {
  command
      .add_option("--from", files, "A resume.json, .bib or another file whose content the site shows; repeat for more")
      ->type_name("FILE");
  add_publish(command);
  command.get_option("--publish")->needs("--from");
}

void add_import(CommandLine& line) {
  auto& command = add_command(line, "import", "Say what a site takes from a resume.json, BibTeX and the like",
                              "import resume.json papers.bib\n"
                              "  agent-access import resume.json papers.bib --into site.json");
  command.footer(
      command.get_footer() +
      "\n\nReads JSON Resume, RenderCV, al-folio's cv.yml, lists of works and of questions (each as JSON or YAML),\n"
      "CSL-JSON, CITATION.cff, FAQPage (JSON-LD), academicpages' publications (.md), BibTeX, BibLaTeX and RIS.\n"
      "The files are best named in content.sources: then they are the content, read at each load.\n"
      "--into writes a site.json once, and a faq.json beside it, for who goes on by hand.");
  const auto options = std::make_shared<ImportCommand>();
  command.add_option("files", options->files, "The files; each is recognized by its content")
      ->required()
      ->type_name("FILE");
  command.add_option("--into", options->into, "Write a site.json that does not exist yet; -: print it")
      ->type_name("FILE");
  command.add_option("--format", options->format, "The format of all files, if it is not recognized")
      ->type_name("FORMAT")
      ->check(CLI::IsMember(format_words()));
  options->add_publish(command);
  set_run(line, command, options, run_import);
}

}  // namespace agent_access::commands
