#include "position/rope_scaling.hpp"

#include <string>

#include "base/error.hpp"

namespace posenc {

namespace {

constexpr double kMaxFactor = 1e6;
constexpr double kMaxLength = 1e12;

std::string field(std::string_view name) {
  return concat("method.scaling.", name);
}

// Factors below 1 shorten the context: legal, if rarely meant.
void require_factor(std::string_view name, double factor) {
  require_range(field(name), factor, 1e-6, kMaxFactor);
}

void require_length(std::string_view name, double length) {
  require_range(field(name), length, 1, kMaxLength);
}

void require_original(double length) {
  require_length("original_max_position_embeddings", length);
}

// Ramps over pairs need frequencies that fall.
void require_falling(double rope_theta) {
  if (rope_theta <= 1) throw_invalid("method.rope_theta", "more than 1 for a ramp over pairs", text_of(rope_theta));
}

// d / (d - 2) has no value at d = 2.
void require_ntk_width(int rotary_dim) {
  if (rotary_dim < 4) throw_invalid("method.rotary_dim", "at least 4 channels for an NTK rule", text_of(rotary_dim));
}

void check(const NoScaling&, int, double) {}

void check(const LinearScaling& scaling, int, double) {
  require_factor("factor", scaling.factor);
}

void check(const NtkScaling& scaling, int rotary_dim, double) {
  require_factor("alpha", scaling.alpha);
  require_ntk_width(rotary_dim);
}

void check(const NtkPerPairScaling& scaling, int, double) {
  require_factor("factor", scaling.factor);
  if (scaling.mixed_b != 0) require_range(field("mixed_b"), scaling.mixed_b, 1e-6, 100);
}

void check(const DynamicNtkScaling& scaling, int rotary_dim, double) {
  require_range(field("factor"), scaling.factor, 1, kMaxFactor);  // below 1 the base shrinks, and may pass 0
  require_length("max_position_embeddings", scaling.max_position_embeddings);
  require_range(field("longest_seen"), scaling.longest_seen, 0, kMaxLength);
  require_ntk_width(rotary_dim);
}

void check(const QwenNtkScaling& scaling, int rotary_dim, double) {
  require_original(scaling.original_max_position_embeddings);
  require_ntk_width(rotary_dim);
}

void check(const NtkByPartsScaling& scaling, int rotary_dim, double rope_theta) {
  require_falling(rope_theta);
  require_factor("factor", scaling.factor);
  require_original(scaling.original_max_position_embeddings);
  require_ntk_width(rotary_dim);
}

void check(const YarnScaling& scaling, int, double rope_theta) {
  require_falling(rope_theta);
  require_factor("factor", scaling.factor);
  require_original(scaling.original_max_position_embeddings);
  require_range(field("beta_fast"), scaling.beta_fast, 1e-6, 1e9);
  require_range(field("beta_slow"), scaling.beta_slow, 1e-6, 1e9);
  if (scaling.attention_factor >= 0) require_range(field("attention_factor"), scaling.attention_factor, 0, 1e3);
  if (scaling.mscale >= 0) require_range(field("mscale"), scaling.mscale, 0, 1e3);
  if (scaling.mscale_all_dim >= 0) require_range(field("mscale_all_dim"), scaling.mscale_all_dim, 0, 1e3);
  require_range(field("softmax_mscale"), scaling.softmax_mscale, 0, 1e3);
  // The scale of a problem is fixed before its length is known.
  if (scaling.dynamic && scaling.softmax_mscale != 0)
    throw_invalid(field("softmax_mscale"), "none with dynamic", text_of(scaling.softmax_mscale));
  if (scaling.max_position_embeddings != 0) require_length("max_position_embeddings", scaling.max_position_embeddings);
}

void check(const Llama3Scaling& scaling, int, double) {
  require_factor("factor", scaling.factor);
  require_original(scaling.original_max_position_embeddings);
  require_range(field("low_freq_factor"), scaling.low_freq_factor, 1e-6, 1e9);
  require_range(field("high_freq_factor"), scaling.high_freq_factor, scaling.low_freq_factor, 1e9);
}

void check(const LongRopeScaling& scaling, int rotary_dim, double) {
  const int pairs = rotary_dim / 2;
  for (const auto& [name, list] :
       {std::pair{"short_factor", &scaling.short_factor}, std::pair{"long_factor", &scaling.long_factor}}) {
    if (static_cast<int>(list->size()) != pairs)
      throw_invalid(field(name), concat(pairs, " numbers, one per pair of channels that turn"),
                    text_of(static_cast<int>(list->size())));
    for (std::size_t r = 0; r < list->size(); ++r)
      require_range(concat(field(name), "[", static_cast<int>(r), "]"), (*list)[r], 1e-6, kMaxFactor);
  }
  require_range(field("original_max_position_embeddings"), scaling.original_max_position_embeddings, 2, kMaxLength);
  if (scaling.factor != 0) require_factor("factor", scaling.factor);
  if (scaling.max_position_embeddings != 0)
    require_length("max_position_embeddings", scaling.max_position_embeddings);
  else if (scaling.switched == LongRopeSwitch::limit)
    throw_invalid(field("max_position_embeddings"), "the limit that the list is chosen by", "nothing");
}

struct DependsOnLength {
  bool operator()(const DynamicNtkScaling& scaling) const { return scaling.state != NtkState::fixed; }
  bool operator()(const QwenNtkScaling&) const { return true; }
  bool operator()(const NtkByPartsScaling& scaling) const { return scaling.dynamic; }
  bool operator()(const YarnScaling& scaling) const { return scaling.dynamic; }
  bool operator()(const LongRopeScaling& scaling) const { return scaling.switched == LongRopeSwitch::length; }
  template <class Scaling>
  bool operator()(const Scaling&) const {
    return false;
  }
};

}  // namespace

bool depends_on_length(const RopeScaling& scaling) {
  return std::visit(DependsOnLength{}, scaling);
}

double original_length(const RopeScaling& scaling) {
  return std::visit(
      [](const auto& kind) -> double {
        if constexpr (requires { kind.original_max_position_embeddings; })
          return kind.original_max_position_embeddings;
        else if constexpr (requires { kind.max_position_embeddings; })
          return kind.max_position_embeddings;
        else
          return 0;
      },
      scaling);
}

void validate(const RopeScaling& scaling, int rotary_dim, double rope_theta) {
  std::visit([&](const auto& kind) { check(kind, rotary_dim, rope_theta); }, scaling);
}

}  // namespace posenc
