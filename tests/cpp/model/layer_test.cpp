#include "model/layer.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "base/error.hpp"
#include "model/layer_reference.hpp"
#include "support/close.hpp"

using namespace posenc;

TEST_CASE("layer: equal tokens get equal vectors, wherever they stand", "[model]") {
  const auto embeddings = embed_tokens({"狗", "咬", "人", "狗"}, 8, 1);
  for (std::size_t c = 0; c < 8; ++c) {
    CHECK(embeddings(0, c) == embeddings(3, c));
    CHECK(embeddings(0, c) != embeddings(1, c));
  }
  CHECK(embed_tokens({"狗"}, 8, 2)(0, 0) != embeddings(0, 0));
}

TEST_CASE("layer: the SIMD projection agrees with the one in double", "[model]") {
  const AttentionShape shape{3, 1, 5, 5, 6, 4};
  const auto x = embed_tokens({"a", "b", "c", "d", "e"}, 10, 3);
  const auto projections = random_projections(shape, 10, 3);
  const auto tokens = project(x.view(), projections, shape);
  const std::vector<double> positions{0, 1, 2, 3, 4};
  const auto reference = layer_reference(x.view(), projections, shape, positions, {});
  CHECK_CLOSE(tokens.query, reference.query, 2e-6);
  CHECK_CLOSE(tokens.key, reference.key, 2e-6);
  CHECK_CLOSE(tokens.value, reference.value, 2e-6);
  CHECK(reference.encoding.empty());
}

TEST_CASE("layer: identity projections pass x through", "[model]") {
  const AttentionShape shape{2, 2, 3, 3, 4, 4};
  const auto x = embed_tokens({"a", "b", "c"}, 8, 4);
  const auto tokens = project(x.view(), identity_projections(shape, 8), shape);
  for (std::size_t t = 0; t < 3; ++t)
    for (std::size_t c = 0; c < 8; ++c) CHECK(tokens.value(c / 4, t, c % 4) == x(t, c));
  CHECK_THROWS_AS(identity_projections({2, 1, 3, 3, 4, 4}, 8), Error);
}
