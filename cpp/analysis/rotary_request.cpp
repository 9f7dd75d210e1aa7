#include "analysis/rotary_request.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace posenc {

void validate(const RotaryRequest& request) {
  require_range("length", request.length, 0, 1e12);
  const AttentionShape shape{1, 1, 1, 1, request.head_dim, request.head_dim};
  Rotary method = request.method;
  method.streams.clear();  // one position per token, and there are no tokens here
  const double position = 0;
  validate({method}, {shape, 0, 1, {&position, 1}, {&position, 1}});
}

double length_of(const RotaryRequest& request) {
  if (request.length > 0) return request.length;
  if (request.method.length > 0) return request.method.length;
  return std::max(original_length(request.method.scaling), 1.0);
}

}  // namespace posenc
