#include "model/learned_tables.hpp"

#include <cmath>

namespace posenc {

namespace {

constexpr double kSmall = 0.02;

struct List {
  std::vector<LearnedTable> tables;

  void add(std::string name, Tensor<float, 2>& table, double deviation) {
    if (table.empty()) return;
    tables.push_back({std::move(name), {table.extent(0), table.extent(1)}, table.numbers(), {}, deviation, false});
  }
  void add(std::string name, std::vector<double>& list, double deviation) {
    if (list.empty()) return;
    tables.push_back({std::move(name), {list.size()}, {}, list, deviation, false});
  }
  void add_zero(std::string name, Tensor<float, 2>& table) {
    add(std::move(name), table, 0);
    if (!table.empty()) tables.back().starts_at_zero = true;
  }
};

template <class Method>
void add_tables(Method&, List&) {}  // nothing learned

void add_tables(Learned& method, List& list) {
  list.add("table", method.table, kSmall);
}

void add_tables(Shaw& method, List& list) {
  list.add("keys", method.keys, kSmall);
  list.add("values", method.values, kSmall);
}

void add_tables(TransformerXl& method, List& list) {
  list.add("u", method.u, kSmall);
  list.add("v", method.v, kSmall);
  if (method.projection.empty()) return;
  list.add("projection", method.projection, 1 / std::sqrt(static_cast<double>(method.projection.extent(1))));
}

void add_tables(T5Bias& method, List& list) {
  list.add_zero("table", method.table);
}

void add_tables(Deberta& method, List& list) {
  list.add("position_keys", method.position_keys, kSmall);
  list.add("position_queries", method.position_queries, kSmall);
}

void add_tables(Kerple& method, List& list) {
  list.add("p", method.p, 0);
  list.add("a", method.a, 0);
}

void add_tables(Fire& method, List& list) {
  list.add("hidden_weight", method.hidden_weight, 1);
  list.add("hidden_bias", method.hidden_bias, 0.5);
  list.add("output_weight", method.output_weight, kSmall);
  list.add("output_bias", method.output_bias, kSmall);
}

void add_tables(Cope& method, List& list) {
  list.add_zero("table", method.table);
}

}  // namespace

std::vector<LearnedTable> learned_tables(PositionMethod& method) {
  List list;
  std::visit([&](auto& kind) { add_tables(kind, list); }, method);
  return std::move(list.tables);
}

}  // namespace posenc
