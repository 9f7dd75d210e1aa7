#include "model/token_positions.hpp"

#include <map>

#include "base/error.hpp"

namespace posenc {

namespace {

template <class Kind>
const Kind& mask_of(const Masks& masks, std::string_view rule) {
  for (const Mask& mask : masks)
    if (const auto* found = std::get_if<Kind>(&mask)) return *found;
  throw_invalid("position_rule", concat("a mask that says so for ", rule), "none");
}

}  // namespace

std::vector<double> default_positions(int tokens, int keys) {
  std::vector<double> positions;
  for (int t = 0; t < tokens; ++t) positions.push_back(keys - tokens + t);
  return positions;
}

std::vector<double> positions_by_rule(PositionRule rule, const Masks& masks, int keys) {
  if (rule == PositionRule::slots) return default_positions(keys, keys);
  std::vector<double> positions;
  if (rule == PositionRule::real_tokens) {
    double next = 0;
    for (const bool real : mask_of<PaddingMask>(masks, "real_tokens").real) positions.push_back(real ? next++ : 1);
    return positions;
  }
  std::map<int, double> next;
  for (const int document : mask_of<DocumentMask>(masks, "documents").documents) positions.push_back(next[document]++);
  return positions;
}

}  // namespace posenc
