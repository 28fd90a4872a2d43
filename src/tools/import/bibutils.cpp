#include "tools/import/bibutils.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/ascii.hpp"
#include "base/descriptor.hpp"
#include "base/text.hpp"
#include "site/sources/foreign_text.hpp"
#include "site/sources/markup.hpp"

namespace agent_access::tools {
namespace {

constexpr rlimit kLongestRun{.rlim_cur = 20, .rlim_max = 20};  // seconds
constexpr std::size_t kMostOutput = std::size_t{16} * 1024 * 1024;
constexpr rlimit kLargestFile{.rlim_cur = kMostOutput, .rlim_max = kMostOutput};
constexpr int kMissing = 127;

/// A file without a name: neither side waits for the other.
struct MemoryFile {
  base::Descriptor descriptor{::memfd_create("import", MFD_CLOEXEC)};

  void write(std::string_view text) const {
    while (!text.empty()) {
      const auto written = ::write(descriptor.number(), text.data(), text.size());
      if (written <= 0) return;
      text.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  [[nodiscard]] std::string content() const {
    std::string content(kMostOutput, '\0');
    const auto size = ::pread(descriptor.number(), content.data(), content.size(), 0);
    content.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    return content;
  }
};

/// Runs the program; the exit status, or -1 if a signal ended it.
int run(std::vector<const char*> arguments, const MemoryFile& input, const MemoryFile& output,
        const MemoryFile& complaints) {
  arguments.push_back(nullptr);
  const auto child = ::fork();
  if (child == 0) {
    // Only functions that are safe after a fork.
    ::lseek(input.descriptor.number(), 0, SEEK_SET);
    ::dup2(input.descriptor.number(), STDIN_FILENO);
    ::dup2(output.descriptor.number(), STDOUT_FILENO);
    ::dup2(complaints.descriptor.number(), STDERR_FILENO);
    std::array<char, 15> locale{"LC_ALL=C.UTF-8"};
    std::array<char*, 2> environment{locale.data(), nullptr};
    ::setrlimit(RLIMIT_CPU, &kLongestRun);
    ::setrlimit(RLIMIT_FSIZE, &kLargestFile);
    ::execvpe(arguments.front(), const_cast<char**>(arguments.data()), environment.data());
    ::_exit(kMissing);
  }
  int status = 0;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// The lines of standard error without those that count. Types come from the file itself.
void note_complaints(const std::string& text, std::vector<sources::SourceNote>& notes) {
  constexpr std::size_t kMost = 20;
  for (const auto& complaint : sources::words_in(text, '\n')) {
    const auto line = sources::plain_text(complaint);
    const bool is_known =
        line.contains(": Processed ") || line.contains("Did not recognize type") || line.starts_with("Defaulting to ");
    if (!is_known && notes.size() < kMost) sources::add_note(notes, {.sentence = line});
  }
}

/// Whether a field has a name that only biblatex knows.
bool is_biblatex(std::string_view text) {
  const auto lower = base::lower_case(text);
  for (const std::string_view field : {"date", "journaltitle"}) {
    for (auto at = lower.find(field); at != std::string::npos; at = lower.find(field, at + 1)) {
      const auto rest = base::trim_white_space(std::string_view(lower).substr(at + field.size(), 20));
      if (at > 0 && !base::is_alphanumeric(lower[at - 1]) && rest.starts_with('=')) return true;
    }
  }
  return false;
}

}  // namespace

base::Result<std::string, std::string> normalized_ris(std::string_view text, ImportFormat format,
                                                      std::vector<sources::SourceNote>& notes) {
  std::vector<const char*> first{format == ImportFormat::ris ? "ris2xml"
                                 : is_biblatex(text)         ? "biblatex2xml"
                                                             : "bib2xml"};
  if (!base::is_utf8(text)) first.insert(first.end(), {"-i", "iso8859_1"});
  const MemoryFile bibliography;
  const MemoryFile xml;
  const MemoryFile ris;
  const MemoryFile complaints;
  bibliography.write(text);
  auto status = run(first, bibliography, xml, complaints);
  if (status == 0) status = run({"xml2ris"}, xml, ris, complaints);
  if (status == kMissing) {
    return base::Failure<std::string>("needs the programs of the package bibutils; run: sudo apt install bibutils");
  }
  note_complaints(complaints.content(), notes);
  if (status == 0) return ris.content();
  return base::Failure("bibutils " + (status < 0
                                          ? "took longer than 20 seconds or printed more than 16 MiB; split the file"
                                      : notes.empty() ? std::string("failed")
                                                      : "failed: " + notes.back().sentence));
}

}  // namespace agent_access::tools
