// The rows that a session has written itself, or was refused with, in every version of a file. They count as read, and there is
// one more version with every edit: this finds those that can matter to a call without searching them all.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "contract/request.hpp"
#include "plan/earlier_texts.hpp"
#include "store/store.hpp"
#include "support/ordered_mutex.hpp"

namespace kedge {

// Something that rows must have for a part of a request to be in them. May be true of others, too.
struct RowSign {
  std::string plain = {};                     // they contain this text in its plain form
  std::string hash = {};                      // or their hash begins with this
  std::optional<LineNo> line = std::nullopt;  // or one of them has this number
};
// None if the request can be about any rows.
std::optional<std::vector<RowSign>> signs_of(const FileRequest& asked, const std::string& encoding);

// Of one session. Calls may come from any thread.
class OwnRows {
 public:
  using Showings = std::vector<std::shared_ptr<const Showing>>;  // last shown first

  // All that was shown until then is known; with_signs() looks at what is later.
  Moment known_up_to(const std::string& path) const;
  // The versions whose sent rows have one of the signs; of versions whose bytes are gone, nobody can tell.
  std::set<Digest> with_signs(const std::string& path, const Showings& showings, const std::vector<RowSign>& signs,
                              const EarlierTexts& texts);

 private:
  struct Place {
    std::size_t rows, hashes;  // where what is known of the version begins
    Digest version;
    LineSet lines = {};  // that are known
  };
  struct OfPath {
    Moment up_to = 0;    // all that was shown until then is in here
    std::string rows;    // in their plain form, each after a line break
    std::string hashes;  // of their contents, and of these with their neighbours
    std::vector<Place> places;
  };

  static void add(OfPath& all, const Showing& showing, const Text& text);
  static void add_all(OfPath& all, const std::map<Digest, const Showing*>& fresh, const EarlierTexts& texts);

  mutable OrderedMutex mutex_{LockOrder::own_rows};
  std::map<std::string, OfPath> paths_;
};

}  // namespace kedge
