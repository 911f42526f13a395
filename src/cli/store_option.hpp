// --store: records that several servers share, in PostgreSQL.
#pragma once

#include <memory>
#include <optional>

#include "cli/command.hpp"
#include "commit/workspace.hpp"
#include "store/postgres.hpp"
#include "store/posts.hpp"
#include "store/store.hpp"
#include "ui/far_servers.hpp"

namespace kedge {

// What --store says; none: the records are in the state folder. Refused (schema_invalid): a URL that kedge does not know, or
// one with a password in it, which every user of the machine could read.
Result<std::optional<PostgresSettings>> store_wanted(const Arguments& arguments, std::string_view command);

// The same with the schema of this root's records.
Result<std::optional<PostgresSettings>> store_of_root(const Arguments& arguments, const Workspace& workspace,
                                                      std::string_view command);

// Starts the program that speaks with the server, which inherits the environment: libpq finds passwords and services there.
std::unique_ptr<postgres::Channel> start_store_program();

// Where the records of a root are on the server. Refused (schema_invalid): nothing tells which records are this root's.
Result<std::unique_ptr<DatabasePlace>> shared_place(PostgresSettings settings, const std::string& root,
                                                    std::unique_ptr<postgres::Channel> channel);
// The records of a root where --store says. Refused (schema_invalid): nothing tells which records are this root's.
Result<std::unique_ptr<Store>> shared_store(PostgresSettings settings, const std::string& root,
                                            std::unique_ptr<postgres::Channel> channel);

// Messages between servers and views of this root, on whatever hosts.
Result<std::unique_ptr<Posts>> shared_posts(PostReader reader, PostgresSettings settings, const std::string& root);

// The servers of other hosts, for a view; null: nobody is elsewhere.
Result<std::unique_ptr<ui::FarServers>> far_servers(const Arguments& arguments, const Workspace& workspace,
                                                    const ViewListener& view, std::string_view command);

// The records of a root: where --store says, else in its state folder.
Result<std::unique_ptr<Store>> open_records(const Arguments& arguments, Workspace& workspace, ByteKeeping keeping,
                                            std::string_view command);

}  // namespace kedge
