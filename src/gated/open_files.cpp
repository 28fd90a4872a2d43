#include "gated/open_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace agent_access::gated {

OpenFile::~OpenFile() {
  if (files_) files_->release(identity_);
}

std::shared_ptr<OpenFiles> OpenFiles::create(std::size_t most) {
  return std::shared_ptr<OpenFiles>(new OpenFiles(most));
}

std::optional<OpenFile> OpenFiles::share(base::Descriptor file, const struct stat& status) {
  const OpenFile::Identity identity{status.st_dev, status.st_ino};
  const std::scoped_lock lock(mutex_);
  auto found = entries_.find(identity);
  if (found == entries_.end()) {
    if (entries_.size() == most_) return std::nullopt;
    found = entries_.emplace(identity, Entry{std::move(file)}).first;
  }
  ++found->second.shares;
  return OpenFile(shared_from_this(), identity, found->second.file.number());
}

void OpenFiles::release(const OpenFile::Identity& identity) noexcept {
  const std::scoped_lock lock(mutex_);
  const auto found = entries_.find(identity);
  if (--found->second.shares == 0) entries_.erase(found);
}

std::size_t OpenFiles::size() const {
  const std::scoped_lock lock(mutex_);
  return entries_.size();
}

namespace {

/// How far ahead the disk is asked, in steps of half of it.
constexpr std::size_t kAhead = std::size_t{512} * 1024;

}  // namespace

FileSource::FileSource(OpenFile file, std::size_t first, std::size_t size) noexcept
    : file_(std::move(file)), size_(size), at_(first), end_(first + size), requested_(first) {}

void FileSource::request_ahead() noexcept {
  const std::size_t wanted = std::min(end_, at_ + kAhead);
  const bool is_worth_a_call = wanted >= requested_ + kAhead / 2 || (wanted == end_ && wanted > requested_);
  if (!is_worth_a_call) return;
  ::posix_fadvise(file_.descriptor(), static_cast<off_t>(requested_), static_cast<off_t>(wanted - requested_),
                  POSIX_FADV_WILLNEED);
  requested_ = wanted;
}

bool FileSource::read(std::span<char> room) noexcept {
  if (end_ - at_ > room.size()) request_ahead();
  while (!room.empty()) {
    const ssize_t got = ::pread(file_.descriptor(), room.data(), room.size(), static_cast<off_t>(at_));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at_ += static_cast<std::size_t>(got);
    room = room.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

}  // namespace agent_access::gated
