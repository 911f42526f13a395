// Descriptors that no other program inherits, made as the system can. On a system that cannot do it in one call, a program that
// another thread starts at that moment may inherit one.
#pragma once

#include <array>
#include <string_view>

namespace kedge {

enum class Waits : bool { no, yes };

// Both return false, with errno, if it cannot be had.
bool make_pipe(std::array<int, 2>& ends, Waits waits = Waits::yes);
bool make_socket_pair(std::array<int, 2>& ends);  // of streams

// Both return -1, with errno. Neither waits when it is read or written; writing to a closed one raises no signal.
int make_socket(int family, int type);
int accept_socket(int listening);

// For send() and sendmsg(): no signal is raised if the other end is closed.
extern const int without_signal;
// For recvmsg(): descriptors that arrive are not inherited.
extern const int closing_what_arrives;
// For poll(): the other end is closed, where the system tells it before everything is read.
extern const short other_end_closed;

// All from this one on.
void close_from(int first);

// Memory with these bytes, for other processes; -1, with errno. Nobody can change it, as far as the system can promise that.
int make_shared_memory(std::string_view first, std::string_view then = {});

}  // namespace kedge
