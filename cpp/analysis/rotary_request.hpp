// Questions about a rotary method alone, without tensors: which method, on which head, at which length.
#pragma once

#include "position/method.hpp"

namespace posenc {

struct RotaryRequest {
  Rotary method;
  int head_dim = 0;
  double length = 0;  // that length-dependent scalings go by; 0: the method's, else the scaling's original length
};

// Throws an Error that names the field.
void validate(const RotaryRequest& request);

// The length that the answers are for; at least 1.
double length_of(const RotaryRequest& request);

}  // namespace posenc
