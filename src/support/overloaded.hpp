// One lambda per alternative of a variant: std::visit(overloaded{...}, variant).
#pragma once

namespace kedge {

template <class... Cases>
struct overloaded : Cases... {
  using Cases::operator()...;
};

}  // namespace kedge
