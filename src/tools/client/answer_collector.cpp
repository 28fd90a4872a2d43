#include "tools/client/answer_collector.hpp"

#include <charconv>
#include <string>
#include <system_error>

#include "base/ascii.hpp"

namespace agent_access::tools {
namespace {

constexpr unsigned kFirstFinalStatus = 200;

}  // namespace

bool AnswerCollector::end(ClientFaultKind kind) noexcept {
  fault_ = kind;
  return false;
}

bool AnswerCollector::take_line(std::string_view line) {
  head_size_ += line.size();
  if (head_size_ > kMaxAnswerHead) return end(ClientFaultKind::too_large);
  switch (part_) {
    case MessagePart::status: return take_status(line);
    case MessagePart::fields: return base::trim_white_space(line).empty() ? end_head() : take_field(line);
    case MessagePart::body: return true;
  }
  return false;
}

/// status-line = HTTP-version SP status-code SP [ reason-phrase ]
bool AnswerCollector::take_status(std::string_view line) {
  const std::size_t space = line.find(' ');
  if (!line.starts_with("HTTP/") || space == std::string_view::npos) return end(ClientFaultKind::broken);
  const char* const code = line.data() + space + 1;
  const char* const code_end = line.data() + line.size();
  const auto [stop, error] = std::from_chars(code, code_end, response_.status);
  if (error != std::errc{} || stop - code != 3) return end(ClientFaultKind::broken);
  response_.fields.clear();
  part_ = MessagePart::fields;
  return true;
}

bool AnswerCollector::take_field(std::string_view line) {
  if (line.front() == ' ' || line.front() == '\t') {  // obs-fold (RFC 9112 section 5.2)
    if (response_.fields.empty()) return end(ClientFaultKind::broken);
    response_.fields.back().value.append(" ").append(base::trim_white_space(line));
    return true;
  }
  const std::size_t colon = line.find(':');
  if (colon == 0 || colon == std::string_view::npos) return end(ClientFaultKind::broken);
  response_.fields.push_back(
      {std::string(line.substr(0, colon)), std::string(base::trim_white_space(line.substr(colon + 1)))});
  return true;
}

bool AnswerCollector::end_head() {
  if (response_.status >= kFirstFinalStatus) {
    part_ = MessagePart::body;
    return true;
  }
  part_ = MessagePart::status;
  return ++interim_ < kMaxInterimAnswers || end(ClientFaultKind::broken);
}

bool AnswerCollector::take_body(std::string_view piece) {
  if (!has_head()) return end(ClientFaultKind::broken);
  if (piece.size() > kMaxAnswerSize - response_.body.size()) return end(ClientFaultKind::too_large);
  response_.body.append(piece);
  return true;
}

}  // namespace agent_access::tools
