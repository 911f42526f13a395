#include "ui/audience.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "fs/random_id.hpp"
#include "support/json_read.hpp"
#include "support/overloaded.hpp"
#include "support/strings.hpp"

namespace kedge::ui {
namespace {

// Beyond this a view gets no more large messages until it has read those that wait, because they take memory.
constexpr std::uint64_t most_large_bytes = 64UL * 1024 * 1024;
// A view that has just been found says at once whether it can be asked; one that is stopped never does.
constexpr std::chrono::milliseconds patience_for_greetings(300);
constexpr std::chrono::milliseconds pause_between_looks(50);
// Notes that wait for a session's next call; it may never come.
constexpr std::size_t most_notes = 20, most_noted_sessions = 1000, longest_note = 4000;

}  // namespace

struct Audience::Message {
  explicit Message(const Json& json) : packet(json.dump()) {
    if (packet.size() <= largest_packet) return;
    sealed.emplace(SealedMessage::make(packet));
    packet = stand_in(packet.size());
  }

  std::string packet;
  std::optional<Outcome<SealedMessage>> sealed;  // nothing: the packet is all of it
};

Audience::Audience(FileSystem& fs, const StateFolder& state, std::string who)
    : fs_(&fs), folder_(fs, state), who_(std::move(who)) {}

Audience::~Audience() {
  for (auto& [name, view] : views_) {
    if (view.connection && view.missed > 0) view.connection->send(to_json(Missed{view.missed}).dump());
  }
}

void Audience::add(std::unique_ptr<ViewConnection> view) {
  const std::lock_guard lock(mutex_);
  views_["elsewhere"].connection = std::move(view);
}

TellWatchers Audience::teller(std::string who) {
  return [this, who = std::move(who)](const MakeHappenings& make) { tell(make, who); };
}

void Audience::introduce(std::string who) {
  const std::lock_guard lock(mutex_);
  who_ = std::move(who);
}

void Audience::tell(const MakeHappenings& make, const std::string& who) {
  std::string name_of_all;
  {
    const std::lock_guard lock(mutex_);
    look_around();
    hear_all();
    if (views_.empty()) return;
    name_of_all = who.empty() ? who_ : who;
  }
  // Without the lock: formatting a large change takes a while.
  for (Happening& happening : make()) {
    if (happening.who.empty()) happening.who = name_of_all;
    const Message message(to_json(Told{std::move(happening)}));
    const std::lock_guard lock(mutex_);
    for (auto& [name, view] : views_) deliver(name, view, message);
    forget_gone();
  }
}

std::optional<Question> Audience::ask(Happening proposed) {
  const auto can_be_asked = [](const auto& each) { return each.second.connection && each.second.answers; };
  {
    const std::lock_guard lock(mutex_);
    look_around();
    if (proposed.who.empty()) proposed.who = who_;
  }
  wait_for_greetings();
  {
    const std::lock_guard lock(mutex_);
    if (std::ranges::none_of(views_, can_be_asked)) return std::nullopt;
  }
  proposed.waits = true;
  const std::string id = random_id(*fs_);
  const Message message(to_json(Told{std::move(proposed), id}));
  const std::lock_guard lock(mutex_);
  Asked asked;
  for (auto& each : views_) {
    if (can_be_asked(each) && deliver(each.first, each.second, message)) asked.views.insert(each.first);
  }
  forget_gone();
  if (asked.views.empty()) return std::nullopt;
  questions_.emplace(id, std::move(asked));
  return Question(*this, id);
}

void Audience::look_around() {
  const std::vector<std::string> names = folder_.names();
  std::erase_if(views_, [&](const auto& known) {
    return !known.second.connection && std::ranges::find(names, known.first) == names.end();
  });
  for (const std::string& name : names) {
    const auto known = views_.find(name);
    if (known != views_.end() && known->second.connection) continue;
    Outcome<std::unique_ptr<ViewConnection>> connected = folder_.connect(name);
    if (connected) {
      views_[name].connection = *std::move(connected);
    } else if (connected.error().number == EAGAIN) {
      views_[name];
    } else if (known != views_.end()) {
      views_.erase(known);
    }
  }
}

void Audience::hear_all() {
  for (auto& [name, view] : views_) hear(name, view);
  forget_gone();
}

void Audience::hear(const std::string& name, View& view) {
  while (view.connection) {
    const ViewConnection::Received received = view.connection->receive();
    if (received.gone) view = View{.gone = true};
    if (!received.message) return;
    const std::expected<Json, JsonProblem> json = read_json(*received.message);
    if (!json) continue;
    if (const std::optional<FromView> said = from_view(*json)) hear(name, *said);
  }
}

void Audience::hear(const std::string& name, const FromView& said) {
  std::visit(overloaded{
                 [&](const Greeting& greeting) {
                   views_[name].greeted = true;
                   views_[name].answers = greeting.answers;
                 },
                 [&](const Note& note) {
                   std::vector<std::string>& notes = notes_[note.session];
                   if (notes.size() < most_notes) notes.push_back(note.text.substr(0, longest_note));
                   if (notes_.size() > most_noted_sessions) notes_.erase(notes_.begin());
                 },
                 [&](const Answer& answer) {
                   const auto found = questions_.find(answer.question);
                   if (found == questions_.end()) settle(name, Settled{answer.question});
                   if (found == questions_.end() || !found->second.views.contains(name) || found->second.answer) return;
                   found->second.answer = answer;
                   for (const std::string& other : found->second.views) {
                     if (other != name) settle(other, Settled{answer.question, answer.consent});
                   }
                 },
             },
             said);
}

std::vector<std::string> Audience::take_notes(const std::string& session) {
  const std::lock_guard lock(mutex_);
  hear_all();
  const auto found = notes_.find(session);
  if (found == notes_.end()) return {};
  std::vector<std::string> notes = std::move(found->second);
  notes_.erase(found);
  return notes;
}

void Audience::settle(const std::string& name, const Settled& settled) {
  const auto view = views_.find(name);
  if (view != views_.end() && view->second.connection) view->second.connection->send(to_json(settled).dump());
}

bool Audience::has_room(View& view, const Message& message) {
  if (!view.connection) return false;
  if (!message.sealed) return true;
  if (!*message.sealed) return false;
  if (view.large_bytes > 0 && view.connection->all_read()) view.large_bytes = 0;
  return view.large_bytes == 0 || view.large_bytes + (*message.sealed)->size() <= most_large_bytes;
}

ViewConnection::Sent Audience::send(View& view, const Message& message) {
  if (!message.sealed) return view.connection->send(message.packet);
  const ViewConnection::Sent sent = view.connection->send(message.packet, **message.sealed);
  if (sent == ViewConnection::Sent::done) view.large_bytes += (*message.sealed)->size();
  return sent;
}

// False: it does not get it.
bool Audience::deliver(const std::string& name, View& view, const Message& message) {
  ViewConnection::Sent sent = has_room(view, message) ? ViewConnection::Sent::done : ViewConnection::Sent::full;
  if (sent == ViewConnection::Sent::done && view.missed > 0) {
    sent = view.connection->send(to_json(Missed{view.missed}).dump());
    if (sent == ViewConnection::Sent::done) view.missed = 0;
  }
  if (sent == ViewConnection::Sent::done) sent = send(view, message);
  if (sent == ViewConnection::Sent::full) ++view.missed;
  if (sent == ViewConnection::Sent::gone) {
    hear(name, view);  // what it had said before it went still counts
    view = View{.gone = true};
  }
  return sent == ViewConnection::Sent::done;
}

void Audience::forget_gone() {
  for (auto& [id, asked] : questions_) {
    std::erase_if(asked.views, [&](const std::string& name) {
      const auto view = views_.find(name);
      return view == views_.end() || view->second.gone;
    });
  }
  std::erase_if(views_, [](const auto& each) { return each.second.gone; });
}

std::vector<std::shared_ptr<ViewConnection>> Audience::connections() const {
  std::vector<std::shared_ptr<ViewConnection>> all;
  for (const auto& [name, view] : views_) {
    if (view.connection) all.push_back(view.connection);
  }
  return all;
}

void Audience::wait_for_greetings() {
  const auto until = std::chrono::steady_clock::now() + patience_for_greetings;
  for (;;) {
    std::vector<std::shared_ptr<ViewConnection>> silent;
    {
      const std::lock_guard lock(mutex_);
      hear_all();
      for (const auto& [name, view] : views_) {
        if (view.connection && !view.greeted) silent.push_back(view.connection);
      }
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    if (silent.empty() || left.count() <= 0) return;
    wait_for_messages(silent, std::min(left, pause_between_looks));
  }
}

Question::Question(Question&& other) noexcept : audience_(std::exchange(other.audience_, nullptr)), id_(std::move(other.id_)) {}

Question::~Question() {
  if (audience_ == nullptr) return;
  const std::lock_guard lock(audience_->mutex_);
  const auto found = audience_->questions_.find(id_);
  if (found == audience_->questions_.end()) return;
  if (!found->second.answer) {
    for (const std::string& name : found->second.views) audience_->settle(name, Settled{id_});
  }
  audience_->questions_.erase(found);
}

std::optional<Answer> Question::poll() {
  const std::lock_guard lock(audience_->mutex_);
  audience_->hear_all();
  return audience_->questions_.at(id_).answer;
}

bool Question::is_abandoned() {
  const std::lock_guard lock(audience_->mutex_);
  const Audience::Asked& asked = audience_->questions_.at(id_);
  return !asked.answer && asked.views.empty();
}

std::optional<Answer> Question::wait(std::chrono::steady_clock::time_point until, const std::atomic<bool>* cancelled) {
  for (;;) {
    if (std::optional<Answer> answer = poll()) return answer;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    if (left.count() <= 0 || (cancelled != nullptr && *cancelled) || is_abandoned()) return std::nullopt;
    std::vector<std::shared_ptr<ViewConnection>> connections;
    {
      const std::lock_guard lock(audience_->mutex_);
      connections = audience_->connections();
    }
    wait_for_messages(connections, std::min(left, pause_between_looks));
  }
}

JoiningThread when_answered(Question question, std::chrono::steady_clock::time_point until,
                            std::function<void(std::optional<Answer>)> done) {
  return JoiningThread([question = std::move(question), until, done = std::move(done)](const std::atomic<bool>& stop) mutable {
    done(question.wait(until, &stop));
  });
}

}  // namespace kedge::ui
