// Who pays for the faults of an HTTP/2 connection: the connection, or each client that a trusted proxy names.
//
// Without a row, because no test can make it happen: that nothing is charged when there is no memory for the table of debts.
import { of } from '../of.mjs'

const clientBudgets = [
  ['every client is of the same set', 'std::hash<std::string_view>{}(bytes) % kSets', '0 % kSets'],
  ['an IPv6 address is a client of its own', 'kClientBits = 64;', 'kClientBits = 128;'],
  ['an IPv6 /56 counts as one client', 'kClientBits = 64;', 'kClientBits = 56;'],
  ['a debt that is paid is still owed', 'return found != set.end() && now < found->paid_at ? &*found : nullptr;', 'return found != set.end() ? &*found : nullptr;'],
  ['all debts are paid when the first one is', 'all_paid_at_ = std::max(all_paid_at_, debt->paid_at);', 'all_paid_at_ = debt->paid_at;'],
  ['the largest debt is replaced', '&*std::ranges::min_element(set, {}, &Debt::paid_at)', '&*std::ranges::max_element(set, {}, &Debt::paid_at)'],
  ['a client has several debts', 'own != set.end() ? &*own : &*std::ranges::min_element', 'false ? &*own : &*std::ranges::min_element'],
  ['a new debt starts with the old one of its entry', '*debt = {network, now, false};', 'debt->client = network;'],
  ['a client that was refused once stays refused until all is paid', 'if (debt->paid_at <= now + kRefusal) debt->refused = false;', ''],
  ['a charge costs one unit', 'debt->paid_at += cost * kUnit;', 'debt->paid_at += kUnit;'],
  ['a debt may have any size', '    debt->paid_at = now + kMostDebt;\n', ''],
  ['a client that has used up its budget is not refused', '    debt->refused = true;\n', ''],
  ['the last unit of a budget cannot be used', 'if (debt->paid_at > now + kMostDebt) {', 'if (debt->paid_at >= now + kMostDebt) {'],
  ['responses pay nothing', 'if (debt != nullptr) debt->paid_at -= Guard::kAnswerRefill * kUnit;', ''],
  ['a client that owes more than half is refused', 'return debt != nullptr && debt->refused && debt->paid_at', 'return debt != nullptr && debt->paid_at'],
  ['a refused client is refused until all is paid', 'debt->refused && debt->paid_at > now + kRefusal;', 'debt->refused;'],
  ['a refused client is refused at the moment when half is paid', 'debt->paid_at > now + kRefusal;', 'debt->paid_at >= now + kRefusal;']
]

const charges = [
  ['the connection of a proxy pays for its clients', 'if (stream != nullptr && stream->client) return resources_.client_budgets->charge(*stream->client, cost, now_);', ''],
  ['a connection pays nothing', 'if (guard_.charge(cost)) return;', 'return;'],
  ['a connection that a proxy shares ends at once', 'if (is_shared_ || fault == Fault::stall) return end_for_abuse();', 'if (fault == Fault::stall) return end_for_abuse();'],
  ['a connection that stalled too often ends at once', 'if (is_shared_ || fault == Fault::stall) return end_for_abuse();', 'if (is_shared_) return end_for_abuse();'],
  ['a connection with too many faults goes on', '  abused_ = true;\n', ''],
  ['a proxy pays for frames on streams that have ended', 'if (is_shared_ && stream == nullptr) return true;', ''],
  ['frames are free', '  charge(stream, price);\n', ''],
  ['an upload of a client that used up its budget goes on', 'if (is_over) refuse(*stream, http::RequestError::client_refused);', ''],
  ['the end of a connection is reported again and again', 'if (end_code_ != NGHTTP2_NO_ERROR || is_ended_) return;', ''],
  ['the end of a connection for faults is not reported', '  resources_.observer.http2_abused(peer_text_);\n', ''],
  ['no client is refused', 'return stream.client && resources_.client_budgets->refuses(*stream.client, now_);', 'return false;'],
  ['the requests of all clients count against each of them', 'held += other.client == stream.client ? other.held : 0;', 'held += other.held;']
]

const resetsOfNoStream = [
  ['a reset of stream 0 by a proxy ends the connection', 'drops_frame_ = is_shared_ && is_reset_of_no_stream(*step.header);', 'drops_frame_ = false;'],
  ['any peer may reset stream 0', 'drops_frame_ = is_shared_ && is_reset_of_no_stream', 'drops_frame_ = is_reset_of_no_stream'],
  ['a proxy that has named no client may reset stream 0', 'if (drops_frame_ && !names_clients_) end_for_reset_of_no_stream();', ''],
  ['a proxy that names clients may not reset stream 0', 'if (drops_frame_ && !names_clients_)', 'if (drops_frame_)'],
  ['the connection error is not reported', 'if (end_code_ == NGHTTP2_NO_ERROR) end_code_ = NGHTTP2_PROTOCOL_ERROR;', ''],
  ['any frame on stream 0 is dropped', 'frame.type == h2::kReset && frame.stream == 0', 'frame.stream == 0'],
  ['every reset by a proxy is dropped', 'frame.type == h2::kReset && frame.stream == 0', 'frame.type == h2::kReset'],
  ['a reset of stream 0 may have any length', ' && frame.length == kResetBytes', ''],
  ['the first part of a frame header reaches the library at once', 'if (!drops_frame_ && !scanner_.is_within_header()) feed', 'if (!drops_frame_) feed'],
  ['a frame header that arrives in two parts is lost', 'if (!drops_frame_) feed(scanner_.header_bytes());', '']
]

export default [
  ...of('src/net/http2/client_budgets.cpp', ['net'], clientBudgets),
  ...of('src/net/http2/connection.cpp', ['net'], resetsOfNoStream),
  ...of('src/net/http2/charges.cpp', ['net'], charges)
]
