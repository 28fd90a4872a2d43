/// \file
/// The open files of gated documents. Responses that send the same file at the same time share one descriptor, and the
/// number of descriptors is bounded: connections whose peers read slowly cannot use up those of the process.
///
/// Thread safe: a mutex, taken when a file is opened and when its last response ends.
#pragma once

#include <sys/stat.h>

#include <compare>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "base/descriptor.hpp"
#include "http/message.hpp"

namespace agent_access::gated {

class OpenFiles;

/// A share in an open file, for reading.
class OpenFile {
 public:
  OpenFile(OpenFile&& other) noexcept = default;
  OpenFile& operator=(OpenFile&& other) = delete;
  ~OpenFile();
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

 private:
  friend class OpenFiles;
  struct Identity {
    dev_t device;
    ino_t inode;
    friend auto operator<=>(const Identity&, const Identity&) = default;
  };
  OpenFile(std::shared_ptr<OpenFiles> files, Identity identity, int descriptor) noexcept
      : files_(std::move(files)), identity_(identity), descriptor_(descriptor) {}

  std::shared_ptr<OpenFiles> files_;  ///< null after a move
  Identity identity_;
  int descriptor_;
};

class OpenFiles : public std::enable_shared_from_this<OpenFiles> {
 public:
  /// At most `most` files at a time.
  [[nodiscard]] static std::shared_ptr<OpenFiles> create(std::size_t most);

  /// Shares the file that `status` describes: through the descriptor that is open already, if there is one, else
  /// through `file`. Nothing if `most` others are open.
  [[nodiscard]] std::optional<OpenFile> share(base::Descriptor file, const struct stat& status);
  [[nodiscard]] std::size_t size() const;

 private:
  friend class OpenFile;
  struct Entry {
    base::Descriptor file;
    std::size_t shares = 0;
  };
  explicit OpenFiles(std::size_t most) : most_(most) {}
  void release(const OpenFile::Identity& identity) noexcept;

  const std::size_t most_;
  mutable std::mutex mutex_;
  std::map<OpenFile::Identity, Entry> entries_;
};

/// Reads with pread and not from a mapping: a file that was made shorter would end the process with SIGBUS. What comes
/// next is requested from the disk ahead of time, because read() waits for what is not in memory. NOT detected: a file
/// that is changed in place while it is sent, unless it becomes too short.
/// A part of a file as the body of a response. Belongs to one thread.
class FileSource final : public http::BodySource {
 public:
  FileSource(OpenFile file, std::size_t first, std::size_t size) noexcept;

  [[nodiscard]] std::size_t size() const noexcept override { return size_; }
  [[nodiscard]] bool read(std::span<char> room) noexcept override;

 private:
  void request_ahead() noexcept;

  OpenFile file_;
  std::size_t size_;
  std::size_t at_;
  std::size_t end_;
  std::size_t requested_;  ///< the disk was asked for everything before it
};

}  // namespace agent_access::gated
