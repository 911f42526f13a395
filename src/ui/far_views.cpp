#include "ui/far_views.hpp"

#include <fstream>
#include <new>

#include "support/json_read.hpp"
#include "support/strings.hpp"
#include "ui/messages.hpp"

namespace kedge::ui {
namespace {

constexpr std::chrono::milliseconds longest_quiet(5'000);
constexpr std::chrono::milliseconds pause_without_server(1'000);
constexpr std::chrono::milliseconds pause_behind_pool(500);
constexpr std::size_t most_waiting = 1'000;
constexpr std::size_t largest_post = 1024UL * 1024;
constexpr std::uint64_t posts_between_cleanings = 1'000;

// Without the texts of files, which views of other hosts can ask the history for.
std::string shortened(const std::string& message) {
  if (message.size() <= largest_post) return message;
  const std::expected<Json, JsonProblem> json = read_json(message, {.string_bytes = largest_message, .values = 10'000'000});
  std::optional<ToView> heard = json ? to_view(*json) : std::nullopt;
  Told* const told = heard ? std::get_if<Told>(&*heard) : nullptr;
  if (told == nullptr) return to_json(Missed{1}).dump();
  for (Happening::File& file : told->happening.files) {
    file.bytes_left_out += file.text.size() + file.diff.size();
    file.text.clear();
    file.diff.clear();
    file.hunks.clear();
  }
  std::string short_one = to_json(*told).dump();
  if (short_one.size() > largest_post) short_one = to_json(Missed{1}).dump();
  return short_one;
}

// Another one each time that the machine starts; containers on it have the same. Empty where it is not told.
std::string boot_of_machine() {
  std::string id;
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::getline(file, id);
  return id;
}

}  // namespace

std::string place_of_views(FileSystem& fs, const StateFolder& state) {
  const Outcome<std::string> folder = fs.identity_of(state.folder);
  return concat(to_hex(sha256(concat(boot_of_machine(), '\n', folder ? *folder : state.path))).substr(0, 16), '/');
}

FarViews::FarViews(std::unique_ptr<Posts> posts, std::string server, std::unique_ptr<ViewConnection> audience)
    : posts_(std::move(posts)), server_(std::move(server)), audience_(std::move(audience)) {}

void FarViews::begin() {
  thread_ = JoiningThread([this](const std::atomic<bool>& stop) { work(stop); });
}

FarViews::~FarViews() {
  thread_.request_stop();
  WakeUp::ring(wake_.bell());
  thread_ = {};
  try {
    hear_audience();
    if (!waiting_.empty()) (void)posts_->add(waiting_);
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): it is in the history
  }
}

void FarViews::work(const std::atomic<bool>& stop) {
  while (!stop) {
    bool reaches = false;
    try {
      hear_audience();
      // One or the other: whatever is posted meanwhile is told as soon as somebody listens.
      const bool is_new = !waiting_.empty();
      reaches = is_new ? send_waiting() : hear_posts();
    } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): as if the server did not answer
    }
    const bool is_told = reaches && posts_->listen(longest_quiet);
    const int descriptors[] = {audience_->descriptor(), posts_->descriptor(), wake_.descriptor()};
    if (!reaches) {
      wait_for_any(std::span(descriptors).last(1), pause_without_server);
    } else {
      wait_for_any(descriptors, is_told ? longest_quiet : pause_behind_pool);
    }
  }
}

void FarViews::hear_audience() {
  while (true) {
    const ViewConnection::Received received = audience_->receive();
    if (!received.message) return;
    if (waiting_.size() >= most_waiting) {
      ++missed_;
      continue;
    }
    waiting_.push_back({.sender = server_, .message = shortened(*received.message)});
  }
}

bool FarViews::send_waiting() {
  if (missed_ > 0 && waiting_.size() < most_waiting) {
    waiting_.push_back({.sender = server_, .message = to_json(Missed{std::exchange(missed_, 0)}).dump()});
  }
  if (waiting_.empty()) return true;
  if (!posts_->add(waiting_)) return false;
  const std::uint64_t before = posted_;
  posted_ += waiting_.size();
  waiting_.clear();
  if (before == 0 || before / posts_between_cleanings != posted_ / posts_between_cleanings) posts_->forget_old();
  return true;
}

bool FarViews::hear_posts() {
  if (!knows_last_) {
    const std::optional<std::uint64_t> last = posts_->last_number();
    if (!last) return false;
    last_heard_ = *last;
    knows_last_ = true;
  }
  const std::optional<std::vector<Post>> said = posts_->next(last_heard_, server_);
  if (!said) return false;
  for (const Post& post : *said) {
    last_heard_ = post.number;
    if (post.message.size() <= largest_packet) (void)audience_->send(post.message);
  }
  const std::optional<bool> answers = posts_->somebody_answers();
  if (!answers) return false;
  if (answers != answers_) (void)audience_->send(to_json(Greeting{*answers}).dump());
  answers_ = answers;
  return true;
}

}  // namespace kedge::ui
