#include "base/tensor.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>

using namespace posenc;

TEST_CASE("tensor: rows are padded to whole lines of zeros", "[base]") {
  Tensor<float, 3> tensor({2, 3, 5}, RowPadding::to_64_bytes);
  CHECK(tensor.row_stride() == 16);
  CHECK(tensor.bytes() == 2 * 3 * 16 * sizeof(float));
  CHECK(reinterpret_cast<std::uintptr_t>(tensor.row(1, 2)) % kLineBytes == 0);
  tensor(1, 2, 4) = 7;
  CHECK(tensor.numbers()[(1 * 3 + 2) * 16 + 4] == 7);
  CHECK(tensor.numbers()[(1 * 3 + 2) * 16 + 5] == 0);
}

TEST_CASE("tensor: packing drops the padding and changes the type", "[base]") {
  Tensor<float, 2> padded({2, 3}, RowPadding::to_64_bytes);
  for (int row = 0; row < 2; ++row)
    for (int column = 0; column < 3; ++column) padded(row, column) = static_cast<float>(10 * row + column);
  const Tensor<double, 2> rows = packed<double>(padded);
  CHECK(std::vector<double>(rows.numbers().begin(), rows.numbers().end()) == std::vector<double>{0, 1, 2, 10, 11, 12});
}

TEST_CASE("tensor view: the last axis is contiguous", "[base]") {
  Tensor<float, 3> tensor({2, 3, 4});
  const TensorView<float, 3> view = tensor.view();
  CHECK(view.stride(0) == 12);
  CHECK(view.stride(1) == 4);
  CHECK(view.row(1, 2) == tensor.numbers().data() + 20);
}

#ifdef POSENC_ASSERTIONS
TEST_CASE("tensor view: an index past the end is caught", "[base]") {
  Tensor<float, 2> tensor({2, 3});
  CHECK_THROWS_AS(tensor(0, 3), std::logic_error);
}
#endif
