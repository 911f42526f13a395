// SQLite's access to its files, with fewer system calls. What is different:
//   - The log is written a transaction at a time, or in large pieces, where SQLite makes two calls for each page. Nothing of it
//     waits to be written beyond its transaction.
//   - A connection that keeps its lock for reading has it until it rests, where SQLite takes and releases it for every query.
//     This excludes no reader and no writer; only a checkpoint of another process may have to leave the log as it is for that
//     long. Where others hold the lock for writing, it is not kept: they may be waiting for it.
//   - A reader notes how far it needs the log only if nobody has noted nearly as much: SQLite takes two more locks for that
//     after each change.
//   - When the log is recovered, which the first process does that opens it, it is read in large pieces, where SQLite makes a
//     call for each page.
//   - When a checkpoint moves pages from the log into the database, it reads the log at once and writes pages that are beside
//     each other together, where SQLite makes two calls for each page.
//   - A log that has pages is opened as it is. SQLite would sync its folder again with the first transaction of every process.
#pragma once

#include <cstdint>
#include <optional>

struct sqlite3;

namespace kedge::sql {

// The name to open a file with; null, for SQLite's own, if there is no memory.
const char* quiet_files();

void keep_read_lock(sqlite3* connection);
// Nothing is asked for a while: other processes find no lock. To be called before long by a connection that keeps it.
void rest(sqlite3* connection);
// How often the database was found changed by another connection, or may have been. If the number is the same again, it was
// not: that takes no system call. None: it was not opened with these files.
std::optional<std::uint64_t> changes_of_others(sqlite3* connection);

}  // namespace kedge::sql
