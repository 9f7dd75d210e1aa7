#include "bindings/read_mask.hpp"

#include "base/error.hpp"
#include "bindings/fields.hpp"

namespace posenc {

namespace {

using emscripten::val;

constexpr std::size_t kMaxMasks = 16;
constexpr int kMaxSpan = 1 << 30;

std::vector<bool> read_digits(const std::string& digits, std::string_view field) {
  std::vector<bool> bits;
  for (const char digit : digits) {
    if (digit != '0' && digit != '1') throw_invalid(field, "only the digits 0 and 1", concat("\"", digits, "\""));
    bits.push_back(digit == '1');
  }
  return bits;
}

BitMask read_bits(Fields& fields) {
  const std::vector<std::string> rows = fields.texts("rows");
  BitMask mask{static_cast<int>(rows.size()), static_cast<int>(rows[0].size()), {}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string field = concat(fields.path_of("rows"), "[", static_cast<int>(i), "]");
    if (rows[i].size() != rows[0].size())
      throw_invalid(field, concat(mask.keys, " digits, as in the first row"),
                    text_of(static_cast<int>(rows[i].size())));
    const std::vector<bool> bits = read_digits(rows[i], field);
    mask.visible.insert(mask.visible.end(), bits.begin(), bits.end());
  }
  return mask;
}

void read_into(Masks& masks, const val& object, const std::string& path) {
  if (masks.size() > kMaxMasks)
    throw_invalid("mask.masks", concat("at most ", static_cast<int>(kMaxMasks), " masks"), "more");
  Fields fields(object, path);
  enum class Kind { none, causal, sliding_window, local, chunked, prefix, padding, documents, bits, all };
  static constexpr std::string_view kinds[] = {"none",   "causal",  "sliding_window", "local", "chunked",
                                               "prefix", "padding", "documents",      "bits",  "all"};
  switch (static_cast<Kind>(fields.choose("kind", kinds, std::size(kinds)))) {
    case Kind::none:
      break;
    case Kind::causal:
      masks.push_back(CausalMask{});
      break;
    case Kind::sliding_window:
      masks.push_back(SlidingWindowMask{fields.needed_integer("window", 1, kMaxSpan)});
      break;
    case Kind::local:
      masks.push_back(LocalMask{fields.needed_integer("reach", 0, kMaxSpan)});
      break;
    case Kind::chunked:
      masks.push_back(ChunkedMask{fields.needed_integer("chunk", 1, kMaxSpan)});
      break;
    case Kind::prefix:
      masks.push_back(PrefixMask{fields.needed_integer("prefix", 0, kMaxSpan)});
      break;
    case Kind::padding:
      masks.push_back(PaddingMask{read_digits(fields.text("keys", ""), fields.path_of("keys"))});
      break;
    case Kind::documents:
      masks.push_back(DocumentMask{fields.integers("documents")});
      break;
    case Kind::bits:
      masks.push_back(read_bits(fields));
      break;
    case Kind::all: {
      if (path != "mask") throw_invalid(concat(path, ".kind"), "a mask other than all inside of all", "all");
      const val parts = fields.raw("masks");
      if (!parts.isArray()) throw_invalid("mask.masks", "an array of masks", describe(parts));
      const unsigned count = parts["length"].as<unsigned>();
      for (unsigned part = 0; part < count; ++part)
        read_into(masks, parts[part], concat("mask.masks[", static_cast<int>(part), "]"));
      break;
    }
  }
  fields.finish();
}

}  // namespace

Masks read_masks(const val& object) {
  Masks masks;
  if (!object.isUndefined()) read_into(masks, object, "mask");
  return masks;
}

}  // namespace posenc
