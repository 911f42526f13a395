// The rows that a session has written itself, or was refused with, in every version of a file. They count as read, and there is
// one more version with every edit: this finds those that can matter to a call without searching them all.
#pragma once

#include <cstdint>
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

  // All that was shown until then is known as far as such signs need it; with_signs() looks at what is later.
  Moment known_up_to(const std::string& path, const std::vector<RowSign>& signs) const;
  // The versions whose sent rows have one of the signs; of versions whose bytes are gone, nobody can tell.
  std::set<Digest> with_signs(const std::string& path, const Showings& showings, const std::vector<RowSign>& signs,
                              const EarlierTexts& texts);

 private:
  struct Place {
    std::size_t begin;  // of what is known of the version
    Digest version;
    LineSet lines = {};  // that are known
  };
  // A dialect names rows by their text or by their hashes. Hashing every row that was sent is work, and nobody asks for both.
  enum class Named : std::uint8_t { by_text, by_hash };
  struct Index {
    Named named;
    Moment up_to = 0;  // all that was shown until then is in here
    // Each after a line break: rows in their plain form; or the hashes of their contents, and of these with their neighbours.
    std::string rows = {};
    std::vector<Place> places = {};
  };
  struct OfPath {
    Index texts{Named::by_text};
    Index hashes{Named::by_hash};
  };

  static void add(Index& all, const Showing& showing, const Text& text);
  static void add_all(Index& all, const std::map<Digest, const Showing*>& fresh, const EarlierTexts& texts);
  static void bring_up_to_date(Index& all, const Showings& showings, const EarlierTexts& texts);

  mutable OrderedMutex mutex_{LockOrder::own_rows};
  std::map<std::string, OfPath> paths_;
};

}  // namespace kedge
