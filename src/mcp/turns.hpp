// What waits, in the order in which each agent's came. Agents take turns, so that nobody waits behind all that another has
// asked for.
#pragma once

#include <algorithm>
#include <deque>
#include <list>
#include <string>
#include <string_view>
#include <utility>

namespace kedge::mcp {

template <class Item>
class Turns {
 public:
  bool empty() const { return lines_.empty(); }

  void add(std::string_view agent, Item item) {
    const auto found = std::ranges::find(lines_, agent, &Line::agent);
    if (found != lines_.end()) return found->items.push_back(std::move(item));
    Line line{.agent = std::string(agent)};
    line.items.push_back(std::move(item));
    lines_.push_back(std::move(line));
  }

  // What take() gives next. Stays where it is while others are added. REQUIRES, here and below: !empty()
  const Item& next() const { return lines_.front().items.front(); }
  // The first of the agent whose turn it is. Needs no memory.
  Item take() {
    Line& line = lines_.front();
    Item item = std::move(line.items.front());
    line.items.pop_front();
    if (line.items.empty()) {
      lines_.pop_front();
    } else {
      lines_.splice(lines_.end(), lines_, lines_.begin());
    }
    return item;
  }

 private:
  struct Line {
    std::string agent;
    std::deque<Item> items = {};
  };

  std::list<Line> lines_;  // of agents that wait for something; the first is next
};

}  // namespace kedge::mcp
