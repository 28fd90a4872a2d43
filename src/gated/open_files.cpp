#include "gated/open_files.hpp"

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

}  // namespace agent_access::gated
