#include "position/recent_tables.hpp"

#include <algorithm>
#include <utility>

namespace posenc {

namespace {

struct Kept {
  std::vector<double> made_from;
  std::shared_ptr<const RotationTable> table;
};

}  // namespace

std::shared_ptr<const RotationTable> recent_table(std::vector<double> made_from,
                                                  const std::function<RotationTable()>& make) {
  thread_local std::vector<Kept> recent;  // the last used first
  const auto found = std::ranges::find(recent, made_from, &Kept::made_from);
  if (found != recent.end()) {
    std::rotate(recent.begin(), found, found + 1);
    return recent.front().table;
  }
  auto table = std::make_shared<const RotationTable>(make());
  if (table->cosine.bytes() + table->sine.bytes() > kLargestKeptTable) return table;
  if (recent.size() == kKeptTables) recent.pop_back();
  recent.insert(recent.begin(), {std::move(made_from), table});
  return table;
}

}  // namespace posenc
