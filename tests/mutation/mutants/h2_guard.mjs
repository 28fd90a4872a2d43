// How much nonsense one HTTP/2 connection may send.
//
// Not listed, because no input can tell it from its absence: that refill() does nothing before a unit of time has passed,
// since it then adds no unit.
import { of } from '../of.mjs'

const numbers = [
  ['a ninth CONTINUATION is taken', 'kMostContinuations = 8;', 'kMostContinuations = 9;'],
  ['two empty frames in a row are taken', 'kMostEmptyInARow = 1;', 'kMostEmptyInARow = 2;'],
  ['a hundred and one PRIORITY frames are taken', 'kPriorityPerStream = 100;', 'kPriorityPerStream = 101;'],
  ['a crumb is any DATA frame below 65 bytes', 'kCrumb = 64;', 'kCrumb = 65;'],
  ['eleven WINDOW_UPDATE frames for a DATA frame are taken', 'kWindowUpdatesPerData = 10;', 'kWindowUpdatesPerData = 11;'],
  ['a DATA frame that was sent allows no WINDOW_UPDATE', 'void data_sent() noexcept { ++data_sent_; }', 'void data_sent() noexcept {}']
]

const guard = [
  ['empty frames are not counted', 'return admit_emptiness(frame) && admit_type(frame);', 'return admit_type(frame);'],
  ['an empty frame is all that is counted', 'return admit_emptiness(frame) && admit_type(frame);', 'return admit_emptiness(frame);'],
  ['time gives nothing back', '  refill(now);\n', ''],
  ['an empty HEADERS frame is none', 'frame.type != kData && frame.type != kHeaders && frame.type != kContinuation', 'frame.type != kData && frame.type != kContinuation'],
  ['an empty DATA frame is none', 'frame.type != kData && frame.type != kHeaders && frame.type != kContinuation', 'frame.type != kHeaders && frame.type != kContinuation'],
  ['an empty CONTINUATION is none', 'frame.type != kData && frame.type != kHeaders && frame.type != kContinuation', 'frame.type != kData && frame.type != kHeaders'],
  ['an empty PING is an empty frame', 'if (frame.type != kData && frame.type != kHeaders && frame.type != kContinuation) return true;', ''],
  ['a CONTINUATION may end a stream', 'frame.type != kContinuation && frame.has(kEndStream);', 'frame.has(kEndStream);'],
  ['an empty frame that ends its stream counts', 'if (frame.length > 0 || ends_stream) {', 'if (frame.length > 0) {'],
  ['empty frames count although others came between', '    empty_in_a_row_ = 0;\n', ''],
  ['a crumb is free', 'const bool crumb = frame.length < kCrumb && !frame.has(kEndStream);', 'const bool crumb = false;'],
  ['a frame of 64 bytes is a crumb', 'frame.length < kCrumb', 'frame.length <= kCrumb'],
  ['the last DATA frame of a stream is a crumb', 'frame.length < kCrumb && !frame.has(kEndStream);', 'frame.length < kCrumb;'],
  ['padding of DATA is free', 'return !(crumb || frame.has(kPadded)) || charge(1);', 'return !crumb || charge(1);'],
  ['every DATA frame pays', 'return !(crumb || frame.has(kPadded)) || charge(1);', 'return charge(1);'],
  ['CONTINUATION frames count over all header blocks', '      continuations_ = 0;\n', ''],
  ['every HEADERS frame opens a stream', 'const bool opens = frame.stream > highest_;', 'const bool opens = true;'],
  ['no HEADERS frame opens a stream', 'const bool opens = frame.stream > highest_;', 'const bool opens = false;'],
  ['the highest stream may be opened again', 'frame.stream > highest_;', 'frame.stream >= highest_;'],
  ['the highest stream is not kept', '        highest_ = frame.stream;\n', ''],
  ['streams that are opened are not counted', '        ++opened_;\n', ''],
  ['padding of HEADERS is free', '(opens && !frame.has(kPadded)) || charge(1)', 'opens || charge(1)'],
  ['trailers are free', 'return (opens && !frame.has(kPadded)) || charge(1);', 'return !frame.has(kPadded) || charge(1);'],
  ['any number of CONTINUATION frames', 'return ++continuations_ <= kMostContinuations;', 'return true;'],
  ['PRIORITY_UPDATE is not limited', '    case kPriorityUpdate:\n', '    case kPriorityUpdate: return true;\n'],
  ['any number of PRIORITY frames', 'return ++priorities_ <= kPriorityPerStream * (1 + opened_);', 'return true;'],
  ['streams allow no PRIORITY frames', 'kPriorityPerStream * (1 + opened_)', 'kPriorityPerStream'],
  ['any number of WINDOW_UPDATE frames', 'return ++window_updates_ <= 5 + 2 * (opened_ + kWindowUpdatesPerData * data_sent_);', 'return true;'],
  ['streams allow no WINDOW_UPDATE frames', '5 + 2 * (opened_ + ', '5 + 2 * ('],
  ['one WINDOW_UPDATE for a stream', '5 + 2 * (opened_', '5 + (opened_'],
  ['a sixth WINDOW_UPDATE is taken', '<= 5 + 2', '<= 6 + 2'],
  ['a reset costs what a PING does', 'return charge(kResetCost);', 'return charge(1);'],
  ['a reset is free', 'return charge(kResetCost);', 'return true;'],
  ['other frames are free', '    default:\n      return charge(1);', '    default:\n      return true;'],
  ['the budget is never used up', 'if (cost > budget_) return false;', 'if (cost > budget_) return true;'],
  ['the last of the budget cannot be spent', 'if (cost > budget_) return false;', 'if (cost >= budget_) return false;'],
  ['nothing is taken from the budget', '  budget_ -= cost;\n', ''],
  ['answers fill the budget without end', 'std::min(kBudget, budget_ + kAnswerRefill)', 'budget_ + kAnswerRefill'],
  ['answers give nothing back', 'void Guard::answered() noexcept { budget_ = std::min(kBudget, budget_ + kAnswerRefill); }', 'void Guard::answered() noexcept {}'],
  ['a part of a unit of time is lost', 'refilled_ += units * kUnit;', 'refilled_ = now;'],
  ['a unit of time gives again and again', '  refilled_ += units * kUnit;\n', ''],
  ['time fills the budget without end', 'std::min<std::int64_t>(units, room)', 'units'],
  ['a unit of time fills the budget', 'std::min<std::int64_t>(units, room)', 'room']
]

export default [
  ...of('src/net/h2_guard.hpp', ['net'], numbers),
  ...of('src/net/h2_guard.cpp', ['net'], guard)
]
