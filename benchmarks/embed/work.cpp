// The same as work.c by kedge.hpp.
#include <chrono>
#include <iostream>
#include <kedge.hpp>

int main(int count, char** words) {
  if (count != 3) return 2;
  kedge::Workspace workspace(kedge::Object().set("root", words[1]).set("dialect", "replace").set("durability", words[2]));
  long made = 0;
  int calls = 0;
  for (std::string kind; std::cin >> kind >> calls;) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) {
      const std::string line = "value " + std::to_string(made % 1000) + " = ";
      const kedge::Answer answer = kind == "reads"
                                       ? workspace.read("file.txt", i % 900 + 1, i % 900 + 50)
                                       : workspace.edit(kedge::Object()
                                                            .set("path", "file.txt")
                                                            .set("old_string", line + std::to_string(made / 1000) + ";")
                                                            .set("new_string", line + std::to_string(made / 1000 + 1) + ";"));
      if (kind != "reads") ++made;
      if (answer.refused) {
        std::cerr << answer.text << '\n';
        return 1;
      }
    }
    std::cout << std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() << std::endl;
  }
  return 0;
}
