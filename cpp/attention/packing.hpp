// Laying queries, keys and values out for the panel product, rotated and scaled on the way.
#pragma once

#include "attention/panel.hpp"

namespace posenc {

// Once per kv head.
void pack_keys_and_values(const Head& head, std::size_t kv) noexcept;

// The panel's queries side by side: [head_dim][4].
void pack_queries(const Head& head, const Panel& panel) noexcept;

}  // namespace posenc
