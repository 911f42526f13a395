#include "store/store.hpp"

namespace kedge {

std::string_view name_of(RecordKind kind) {
  switch (kind) {
    case RecordKind::edit: return "edit";
    case RecordKind::write: return "write";
    case RecordKind::undo: return "undo";
    case RecordKind::redo: return "redo";
  }
  return "unknown";
}

}  // namespace kedge
