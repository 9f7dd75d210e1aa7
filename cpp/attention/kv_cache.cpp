#include "attention/kv_cache.hpp"

#include <algorithm>

#include "attention/rotation.hpp"
#include "base/error.hpp"
#include "position/lower_rotation.hpp"
#include "position/rope_frequencies.hpp"

namespace posenc {

namespace {

// The rotation of one key that stands at `position`, as a plan for rotate_key.
PositionPlan rotation_at(const Rotary& method, AttentionShape shape, double position) {
  shape.queries = shape.keys = 1;
  const std::vector<double> one{position};
  PositionPlan plan;
  plan.rotation = lower_rotation(method, {shape, 0, 1, one, one});
  return plan;
}

// The streams' positions of one token alone.
Rotary of_token(Rotary method, int stream_index) {
  for (auto& stream : method.streams) stream = {stream[static_cast<std::size_t>(stream_index)]};
  return method;
}

// The turn without what the keys carry already: the offset, and the amplitude of a scaling.
Rotary by_frequencies_alone(Rotary method, const AttentionShape& shape) {
  std::vector<double> inv_freq;
  for (const RotaryPair& pair : rotary_pairs(method, shape, method.length).pairs) inv_freq.push_back(pair.inv_freq);
  method.rotary_dim = rotary_width(method, shape);
  method.type = RotaryType::standard;
  method.inv_freq = std::move(inv_freq);
  method.scaling = NoScaling{};
  method.offset = 0;
  return method;
}

}  // namespace

bool rotation_depends_on_length(const PositionMethods& methods) {
  return std::ranges::any_of(methods, [](const PositionMethod& method) {
    const auto* rotary = std::get_if<Rotary>(&method);
    return rotary && rotary->length == 0 && depends_on_length(rotary->scaling);
  });
}

KvCache::KvCache(const AttentionShape& shape, const PositionMethods& methods, int capacity)
    : shape_(shape),
      storage_(rotation_depends_on_length(methods) ? KeyStorage::unrotated : KeyStorage::rotated),
      keys_({static_cast<std::size_t>(shape.kv_heads), static_cast<std::size_t>(capacity),
             static_cast<std::size_t>(shape.head_dim)}),
      values_({static_cast<std::size_t>(shape.kv_heads), static_cast<std::size_t>(capacity),
               static_cast<std::size_t>(shape.value_dim)}) {
  for (const PositionMethod& method : methods)
    if (std::holds_alternative<Rotary>(method)) rotation_ = {method};
}

void KvCache::append(TensorView<const float, 3> key, TensorView<const float, 3> value, double position,
                     int stream_index) {
  const std::size_t at = positions_.size();
  if (at == keys_.extent(1))
    throw Error(ErrorCode::too_large,
                concat("cache: expected at most ", static_cast<int>(at), " tokens, got one more"));
  PositionPlan plan;
  if (storage_ == KeyStorage::rotated && !rotation_.empty())
    plan = rotation_at(of_token(std::get<Rotary>(rotation_[0]), stream_index), shape_, position);
  for (std::size_t h = 0; h < keys_.extent(0); ++h) {
    rotate_key(plan, 0, keys_.extent(2), key.row(h, 0), keys_.row(h, at));
    std::copy_n(value.row(h, 0), values_.extent(2), values_.row(h, at));
  }
  positions_.push_back(position);
}

void KvCache::evict(int first, int count) {
  require_range("first", first, 0, tokens());
  require_range("count", count, 0, tokens() - first);
  const auto from = static_cast<std::size_t>(first), past = static_cast<std::size_t>(first + count);
  for (Tensor<float, 3>* tensor : {&keys_, &values_})
    for (std::size_t h = 0; h < tensor->extent(0); ++h)
      std::copy(tensor->row(h, 0) + past * tensor->extent(2), tensor->row(h, 0) + positions_.size() * tensor->extent(2),
                tensor->row(h, 0) + from * tensor->extent(2));
  positions_.erase(positions_.begin() + first, positions_.begin() + first + count);
}

void KvCache::shift(int first, double by) {
  require_range("first", first, 0, tokens());
  require_finite("by", by);
  if (!rotation_.empty() && storage_ == KeyStorage::rotated) {
    Rotary method = std::get<Rotary>(rotation_[0]);
    if (method.xpos_scale_base != 0 || !method.streams.empty())
      throw_invalid("method.kind", "a rotation by one position and without amplitude, to shift cached keys",
                    method.xpos_scale_base != 0 ? "xpos" : "several position streams");
    const PositionPlan plan = rotation_at(by_frequencies_alone(method, shape_), shape_, by);
    std::vector<float> turned(keys_.extent(2));
    for (std::size_t h = 0; h < keys_.extent(0); ++h)
      for (auto t = static_cast<std::size_t>(first); t < positions_.size(); ++t) {
        rotate_key(plan, 0, turned.size(), keys_.row(h, t), turned.data());
        std::ranges::copy(turned, keys_.row(h, t));
      }
  }
  for (auto t = static_cast<std::size_t>(first); t < positions_.size(); ++t) positions_[t] += by;
}

Tensor<float, 3> KvCache::slice(const Tensor<float, 3>& all) const {
  Tensor<float, 3> part({all.extent(0), positions_.size(), all.extent(2)});
  for (std::size_t h = 0; h < part.extent(0); ++h)
    std::copy_n(all.row(h, 0), positions_.size() * part.extent(2),
                part.numbers().data() + h * positions_.size() * part.extent(2));
  return part;
}

}  // namespace posenc
