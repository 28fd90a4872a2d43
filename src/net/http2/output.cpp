#include "net/http2/output.hpp"

#include <algorithm>

#include "net/http2/stream.hpp"

namespace agent_access::net::h2 {
namespace {

/// Sent bytes are removed at this size, so that the buffer does not grow for a peer that always leaves a byte unread.
constexpr std::size_t kCompactFrom = std::size_t{16} * 1024;

/// Enough for two frames of the largest size and some small ones; a string that grows step by step becomes larger.
constexpr std::size_t kStreamedRoom = std::size_t{34} * 1024;

}  // namespace

void Output::append(std::string_view bytes) {
  if (bytes.empty()) return;
  own_.append(bytes);
  if (!pieces_.empty() && pieces_.back().owner == nullptr) {
    pieces_.back().size += bytes.size();
  } else {
    pieces_.push_back({nullptr, bytes.size(), nullptr});
  }
  size_ += bytes.size();
}

void Output::borrow(std::string_view bytes, Stream& owner) {
  if (bytes.empty()) return;
  pieces_.push_back({bytes.data(), bytes.size(), &owner});
  owner.queued += bytes.size();
  size_ += bytes.size();
}

bool Output::append_read(std::string_view frame_header, std::size_t size, Stream& owner) {
  drop_sent();
  const std::size_t before = own_.size();
  const std::size_t added = frame_header.size() + size;
  own_.reserve(std::max(before + added, kStreamedRoom));
  own_.resize_and_overwrite(before + added, [&](char* bytes, std::size_t end) noexcept {
    char* const body = std::ranges::copy(frame_header, bytes + before).out;
    return owner.response.source->read({body, size}) ? end : before;
  });
  if (own_.size() == before) return false;
  pieces_.push_back({nullptr, added, &owner});
  owner.queued += added;
  size_ += added;
  return true;
}

void Output::end(Stream& owner) { pieces_.push_back({nullptr, 0, &owner}); }

std::span<const std::string_view> Output::parts() noexcept {
  std::size_t count = 0;
  std::size_t own = own_begin_;
  for (const Piece& piece : pieces_) {
    if (count == kMostParts) break;
    if (piece.size == 0) continue;
    if (piece.borrowed != nullptr) {
      parts_[count++] = {piece.borrowed, piece.size};
      continue;
    }
    const std::string_view part = std::string_view(own_).substr(own, piece.size);
    own += piece.size;
    const bool goes_on = count > 0 && parts_[count - 1].data() + parts_[count - 1].size() == part.data();
    if (goes_on) {
      parts_[count - 1] = {parts_[count - 1].data(), parts_[count - 1].size() + part.size()};
    } else {
      parts_[count++] = part;
    }
  }
  return {parts_.data(), count};
}

Stream* Output::take(std::size_t& count) noexcept {
  if (pieces_.empty()) {
    count = 0;
    return nullptr;
  }
  Piece& piece = pieces_.front();
  Stream* const owner = piece.owner;
  if (piece.size == 0) {
    pieces_.pop_front();
    return owner;
  }
  const std::size_t taken = std::min(count, piece.size);
  count -= taken;
  size_ -= taken;
  piece.size -= taken;
  if (piece.borrowed == nullptr) {
    own_begin_ += taken;
  } else {
    piece.borrowed += taken;
  }
  if (owner != nullptr) owner->queued -= taken;
  if (piece.size == 0) pieces_.pop_front();
  compact();
  return nullptr;
}

void Output::compact() noexcept {
  if (own_begin_ == own_.size() || own_begin_ >= kCompactFrom) drop_sent();
}

void Output::drop_sent() noexcept {
  own_.erase(0, own_begin_);
  own_begin_ = 0;
}

void Output::clear() noexcept {
  pieces_.clear();
  own_.clear();
  own_begin_ = 0;
  size_ = 0;
}

}  // namespace agent_access::net::h2
