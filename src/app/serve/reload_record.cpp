#include "app/serve/reload_record.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_from.hpp>
#include <boost/json/value_to.hpp>
#include <fstream>
#include <system_error>
#include <utility>

#include "app/files/file_access.hpp"

namespace agent_access::app {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxRecord = 256UL * 1024;

template <class T>
bool read_member(const json::object& object, std::string_view name, T& target) {
  const auto* const member = object.if_contains({name.data(), name.size()});
  if (member == nullptr) return false;
  auto value = json::try_value_to<T>(*member);
  if (!value) return false;
  target = std::move(*value);
  return true;
}

}  // namespace

std::optional<ReloadRecord> parse_reload_record(std::string_view text) {
  boost::system::error_code failed;
  const auto value = json::parse({text.data(), text.size()}, failed);
  const auto* const object = failed ? nullptr : value.if_object();
  ReloadRecord record;
  if (object == nullptr || !read_member(*object, "process", record.process) ||
      !read_member(*object, "begun", record.begun) || !read_member(*object, "ended", record.ended) ||
      !read_member(*object, "problems", record.problems) ||
      !read_member(*object, "needs_restart", record.needs_restart) || record.process <= 0) {
    return std::nullopt;
  }
  return record;
}

bool write_reload_record(const std::filesystem::path& folder, const ReloadRecord& record) {
  const auto target = folder / kReloadRecordName;
  auto next = target;
  next += ".next";
  std::ofstream file(next, std::ios::binary | std::ios::trunc);
  file << json::object{{"process", record.process},
                       {"begun", record.begun},
                       {"ended", record.ended},
                       {"problems", json::value_from(record.problems)},
                       {"needs_restart", json::value_from(record.needs_restart)}};
  file.close();
  std::error_code error;
  if (file) std::filesystem::rename(next, target, error);
  return file && !error;
}

std::optional<ReloadRecord> read_reload_record(const std::filesystem::path& folder) {
  const auto content = read_file(folder / kReloadRecordName, kMaxRecord);
  if (!content) return std::nullopt;
  return parse_reload_record(base::text_of(content->bytes.reveal()));
}

ReloadRecorder::ReloadRecorder(std::string_view folders, pid_t process)
    : folder_(folders.substr(0, folders.find(':'))), record_{.process = process} {}

bool ReloadRecorder::started() { return write(); }

bool ReloadRecorder::begin() {
  ++record_.begun;
  return write();
}

bool ReloadRecorder::end(std::vector<std::string> problems, std::vector<std::string> needs_restart) {
  record_.ended = record_.begun;
  record_.problems = std::move(problems);
  record_.needs_restart = std::move(needs_restart);
  return write();
}

bool ReloadRecorder::write() const { return folder_.empty() || write_reload_record(folder_, record_); }

}  // namespace agent_access::app
