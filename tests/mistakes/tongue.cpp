#include "tongue.hpp"

#include <array>

namespace mistakes {
namespace {

using TongueRows = std::string_view;

constexpr TongueRows python_functions[] = {"def $i_$n($i, limit=$n):", "", "class $N$n:", "", "async def $i_$n(self):", ""};
constexpr TongueRows python_nests[] = {"if $i > $n:",
                                       "",
                                       "for $i in range($n):",
                                       "",
                                       "with open($i) as handle:",
                                       "",
                                       "try:",
                                       "except ValueError as error:\n    raise Failed(error)"};
constexpr TongueRows python_statements[] = {
    "$i = $i + $n",
    "print(f\"{$i} of {$n}\")",
    "total_$n = sum(\n    [$n, $n, $n],\n)",
    "$i.append({\"key\": $n, \"text\": \"}])\"})",
    "raw_$n = r'(\\w+)\\)$'",
    "call_$n($i, $i)",
    "text_$n = \"\"\"\nunclosed ( in a text\n\"\"\"",
    "return [$i for $i in items if $i > $n]",
    "table_$n = {\n    'a': $n,\n    'b': [$n, $n],\n}",
};

constexpr TongueRows script_functions[] = {"export function $i$n($i: number, options: Options): number {",
                                           "}",
                                           "class $N$n extends Base<$N> {\n  run() {",
                                           "  }\n}",
                                           "const $i$n = async ($i: string) => {",
                                           "};"};
constexpr TongueRows script_nests[] = {"if ($i > $n) {",
                                       "}",
                                       "for (const $i of items) {",
                                       "}",
                                       "items.forEach(($i) => {",
                                       "});",
                                       "try {",
                                       "} catch (error) {\n  report(error);\n}"};
constexpr TongueRows script_statements[] = {
    "const $i$n = $i * $n;",
    "console.log(`${$i} of ${list.map((x) => `($n ${x}`)}`);",
    "const pattern$n = /[)}\\]]+\\/(\\d)/g;",
    "call$n({\n  key: $n,\n  text: '}])',\n});",
    "const half$n = $i / $n / 2;",
    "return [$n, $n].filter((x) => x > $i);",
    "// a } in a comment, number $n",
    "await send$n($i, \"don't (\");",
};

constexpr TongueRows go_functions[] = {"func $i$n($i int, limit int) (int, error) {", "}", "func (s *Server) $N$n() {", "}"};
constexpr TongueRows go_nests[] = {"if $i > $n {", "}",  "for _, $i := range items {", "}", "switch $i {\ncase $n:", "}",
                                   "go func() {",  "}()"};
constexpr TongueRows go_statements[] = {
    "$i$n := $i + $n",
    "fmt.Printf(\"%d of {%d\\n\", $i, $n)",
    "raw$n := `unclosed ( and \"`",
    "mark$n := '{'",
    "table$n := map[string]int{\n\t\"a\": $n,\n\t\"b\": $n,\n}",
    "call$n($i, []int{$n, $n})",
    "// a } in a comment, number $n",
};

constexpr TongueRows rust_functions[] = {"fn $i_$n<'a>($i: &'a str, limit: usize) -> Option<&'a str> {",
                                         "}",
                                         "impl<'a> $N$n<'a> {\n    fn run(&'a self) {",
                                         "    }\n}",
                                         "pub unsafe fn $i_$n() {",
                                         "}"};
constexpr TongueRows rust_nests[] = {"if $i > $n {",         "}", "for $i in items.iter() {", "}", "match $i {\n    $n => {",
                                     "    }\n    _ => {}\n}"};
constexpr TongueRows rust_statements[] = {
    "let $i_$n = $i + $n;",
    "println!(\"{} of {{ {}\", $i, $n);",
    "let mark_$n = '{';",
    "let raw_$n = r#\"unclosed ( \" {\"#;",
    "call_$n(&$i, vec![$n, $n]);",
    "let list_$n = [\n    $n,\n    $n,\n];",
    "/* nested /* comment } */ $n */",
};

constexpr TongueRows java_functions[] = {"    public int $i$n(int $i, List<String> names) {", "    }",
                                         "    private static Map<String, Integer> $i$n() throws IOException {", "    }"};
constexpr TongueRows java_nests[] = {"if ($i > $n) {",
                                     "}",
                                     "for (String $i : names) {",
                                     "}",
                                     "try {",
                                     "} catch (IOException error) {\n    throw new Failed(error);\n}"};
constexpr TongueRows java_statements[] = {
    "int $i$n = $i + $n;",
    "System.out.println(\"} of (\" + $n);",
    "char mark$n = '}';",
    "call$n($i, List.of($n, $n));",
    "Map<String, Integer> table$n = Map.of(\n    \"a\", $n,\n    \"b\", $n\n);",
    "names.stream().map(x -> x.trim()).forEach(this::add$n);",
    "// a } in a comment, number $n",
};

constexpr TongueRows c_functions[] = {"static int $i_$n(int $i, const char *name) {",
                                      "}",
                                      "void $i_$n(struct item *$i)\n{",
                                      "}",
                                      "struct $i_$n {\n  int first;\n};\n\nint use_$i_$n(void) {",
                                      "}"};
constexpr TongueRows c_nests[] = {
    "if ($i > $n) {", "}", "for (int $i = 0; $i < $n; ++$i) {", "}", "while ($i < $n) {", "}", "do {", "} while ($i > $n);"};
constexpr TongueRows c_statements[] = {
    "int $i_$n = $i + $n;",
    "printf(\"%d of {%d\\n\", $i, $n);",
    "char mark_$n = '{';",
    "call_$n($i, &table[$n]);",
    "static const int list_$n[] = {\n  $n,\n  $n,\n};",
    "/* a } in a comment, number $n */",
    "return $i ? $n : -1;",
};

constexpr TongueRows ruby_functions[] = {"def $i_$n($i, limit = $n)", "end", "class $N$n\n  def run", "  end\nend"};
constexpr TongueRows ruby_nests[] = {
    "if $i > $n", "end", "items.each do |$i|", "end", "unless $i.nil?", "end", "begin", "rescue ArgumentError\n  retry\nend"};
constexpr TongueRows ruby_statements[] = {
    "$i_$n = $i + $n",
    "puts \"#{$i} of #{list.map { |x| \"($n #{x}\" }}\"",
    "match_$n = $i =~ /[)}]+\\/(\\d)/",
    "text_$n = <<~TEXT\n  unclosed ( in a text, and a }\nTEXT",
    "call_$n($i, [$n, $n])",
    "table_$n = {\n  a: $n,\n  b: [$n],\n}",
    "# an end in a comment, number $n",
};

constexpr TongueRows sharp_functions[] = {"    public int $N$n(int $i, string name)\n    {", "    }",
                                          "    private async Task $N$n()\n    {", "    }"};
constexpr TongueRows sharp_nests[] = {
    "if ($i > $n)\n{", "}", "foreach (var $i in items)\n{", "}", "using (var $i$n = Open($n))\n{", "}"};
constexpr TongueRows sharp_statements[] = {
    "var $i$n = $i + $n;", "Console.WriteLine($\"{$i} of ({$n}\");", "var raw$n = @\"unclosed ( \"\" {\";",
    "char mark$n = '{';",  "Call$n($i, new[] { $n, $n });",          "var list$n = new List<int>\n{\n    $n,\n    $n,\n};",
};

constexpr TongueRows php_functions[] = {"function $i_$n($$i, array $$options = []) {", "}",
                                        "final class $N$n {\n    public function run() {", "    }\n}"};
constexpr TongueRows php_nests[] = {"if ($$i > $n) {", "}", "foreach ($$items as $$i) {", "}"};
constexpr TongueRows php_statements[] = {
    "$$i = $$i + $n;",
    "echo \"{$$i} of (\" . $n;",
    "$$table = [\n    'a' => $n,\n    'b' => [$n, $n],\n];",
    "call_$n($$i, fn($$x) => $$x * $n);",
    "// a } in a comment, number $n",
};

constexpr TongueRows css_functions[] = {".$i-$n, #$i-$n {", "}", "@media (min-width: $npx) {\n  .$i {", "  }\n}"};
constexpr TongueRows css_statements[] = {"margin: $npx;", "background: url(\"x($n.png\");", "width: calc(100% - ($npx + 2px));",
                                         "/* a } in a comment, $n */", "grid-template-columns: repeat($n, 1fr);"};

constexpr TongueRows json_functions[] = {"  \"$i$n\": {", "    \"end\": null\n  },"};
constexpr TongueRows json_statements[] = {"\"$i$n\": $n,", "\"text$n\": \"}])\",", "\"list$n\": [\n  $n,\n  $n\n],",
                                          "\"pair$n\": {\"a\": $n, \"b\": [$n]},"};

constexpr TongueRows zig_functions[] = {"pub fn $i$n($i: u32, limit: usize) !u32 {",
                                        "}",
                                        "const $N$n = struct {\n    fn run() void {",
                                        "    }\n};",
                                        "test \"$i $n } (\" {",
                                        "}"};
constexpr TongueRows zig_nests[] = {"if ($i > $n) {", "}", "for (items) |$i| {", "}", "while ($i < $n) : ($i += 1) {", "}"};
constexpr TongueRows zig_statements[] = {
    "const $i$n = $i + $n;",
    "std.debug.print(\"{d} of ($n\\n\", .{$i});",
    "const mark$n: u8 = '{';",
    "const text$n =\n    \\\\unclosed ( and {\n    \\\\second row \"\n;",
    "const list$n = [_]u32{\n    $n,\n    $n,\n};",
    "// a } in a comment, number $n",
};

constexpr TongueRows scala_functions[] = {"  def $i$n($i: Int, names: List[String]): Int = {", "  }", "  object $N$n {", "  }"};
constexpr TongueRows scala_nests[] = {"if ($i > $n) {", "}", "items.foreach { $i =>", "}", "$i match {\n  case $n =>", "}"};
constexpr TongueRows scala_statements[] = {
    "val $i$n = $i + $n",
    "println(s\"${list.map(x => s\"(${x}\")} of $$i { $n\")",
    "val mark$n = '{'",
    "val symbol$n = Set('open, 'closed)",
    "val text$n = \"\"\"unclosed ( and { \\ \"\"\"\"",
    "call$n($i, Seq($n, $n))",
    "/* nested /* comment } */ $n */",
};

constexpr TongueRows dart_functions[] = {"int $i$n(int $i, {List<String> names = const []}) {", "}",
                                         "class $N$n extends Widget {\n  Widget build(Context context) {", "  }\n}"};
constexpr TongueRows dart_nests[] = {"if ($i > $n) {", "}", "for (final $i in items) {", "}", "items.forEach(($i) {", "});"};
constexpr TongueRows dart_statements[] = {
    "final $i$n = $i + $n;",           "print('${list.map((x) => '(${x}')} of { $n');",
    "final raw$n = r'unclosed ( \\';", "final text$n = '''\nunclosed ( and {\n''';",
    "call$n($i, [$n, $n]);",           "return Column(\n  children: [\n    Text('$n }'),\n  ],\n);",
};

constexpr TongueRows groovy_functions[] = {"def $i$n(int $i, Map options = [:]) {", "}", "task $i$n(type: Copy) {", "}"};
constexpr TongueRows groovy_nests[] = {"if ($i > $n) {", "}", "items.each { $i ->", "}"};
constexpr TongueRows groovy_statements[] = {
    "def $i$n = $i + $n",
    "println \"${list.collect { \"(${it}\" }} of { $n\"",
    "def match$n = $i =~ /[)}]+\\/(\\d)/",
    "def half$n = $i / $n / 2",
    "def text$n = '''\nunclosed ( and {\n'''",
    "call$n($i, [$n, $n])",
};

constexpr TongueRows proto_functions[] = {"message $N$n {", "}", "enum $N$nKind {", "}"};
constexpr TongueRows proto_statements[] = {"string $i$n = $n;", "repeated int32 $i$n = $n [packed = true];",
                                           "// a } in a comment, $n",
                                           "oneof kind$n {\n  int32 a$n = $n;\n  int32 b$n = $n;\n}"};

constexpr TongueRows hcl_functions[] = {"resource \"kind_$n\" \"$i\" {", "}", "variable \"$i_$n\" {", "}"};
constexpr TongueRows hcl_nests[] = {"setting {", "}", "dynamic \"$i\" {", "}"};
constexpr TongueRows hcl_statements[] = {
    "$i_$n = \"${var.$i}-(${lookup(local.map, \"k\", \"}\")}\"",
    "list_$n = [\n  \"a\",\n  \"b\",\n]",
    "text_$n = <<-EOT\n  unclosed ( and {\n  EOT",
    "tags_$n = { a = $n, b = [$n] }",
    "# a } in a comment, number $n",
};

constexpr TongueRows glsl_functions[] = {"vec4 $i$n(vec2 $i, float scale) {", "}", "void $i$n() {", "}"};
constexpr TongueRows glsl_nests[] = {"if ($i.x > $n.0) {", "}", "for (int $i = 0; $i < $n; ++$i) {", "}"};
constexpr TongueRows glsl_statements[] = {"float $i$n = dot($i, vec2($n.0)) * 0.5;", "color[$n] = texture(map, uv * $n.0);",
                                          "/* a } in a comment */ sum += weights[$n];",
                                          "const float list$n[2] = float[](\n  1.0,\n  $n.0\n);"};

constexpr std::array all_tongues{
    Tongue{"Python", "a.py", "# ", "", "import os\nimport sys", "", python_functions, python_nests, python_statements},
    Tongue{"TypeScript", "a.ts", "// ", "", "import { Options } from './options';", "", script_functions, script_nests,
           script_statements},
    Tongue{"Go", "a.go", "// ", "", "package main\n\nimport \"fmt\"", "", go_functions, go_nests, go_statements},
    Tongue{"Rust", "a.rs", "// ", "", "use std::collections::HashMap;", "", rust_functions, rust_nests, rust_statements},
    Tongue{"Java", "A.java", "// ", "", "package a.b;\n\npublic class A {", "}", java_functions, java_nests, java_statements},
    Tongue{"C", "a.c", "/* ", " */", "#include <stdio.h>", "", c_functions, c_nests, c_statements},
    Tongue{"Ruby", "a.rb", "# ", "", "require 'json'", "", ruby_functions, ruby_nests, ruby_statements},
    Tongue{"C#", "A.cs", "// ", "", "namespace A;\n\npublic class B\n{", "}", sharp_functions, sharp_nests, sharp_statements},
    Tongue{"PHP", "a.php", "// ", "", "<?php\n\nnamespace A;", "", php_functions, php_nests, php_statements},
    Tongue{"CSS", "a.css", "/* ", " */", "@charset \"utf-8\";", "", css_functions, {}, css_statements},
    Tongue{"JSON", "a.json", "// ", "", "{", "  \"last\": true\n}", json_functions, {}, json_statements},
    Tongue{"Zig", "a.zig", "// ", "", "const std = @import(\"std\");", "", zig_functions, zig_nests, zig_statements},
    Tongue{"Scala", "A.scala", "// ", "", "package a.b\n\nobject A {", "}", scala_functions, scala_nests, scala_statements},
    Tongue{"Dart", "a.dart", "// ", "", "import 'dart:io';", "", dart_functions, dart_nests, dart_statements},
    Tongue{"Groovy", "a.gradle", "// ", "", "apply plugin: 'java'", "", groovy_functions, groovy_nests, groovy_statements},
    Tongue{"Protocol Buffers", "a.proto", "// ", "", "syntax = \"proto3\";", "", proto_functions, {}, proto_statements},
    Tongue{"HCL", "a.tf", "# ", "", "terraform {\n  required_version = \"1.0\"\n}", "", hcl_functions, hcl_nests,
           hcl_statements},
    Tongue{"GLSL", "a.frag", "// ", "", "#version 330 core", "", glsl_functions, glsl_nests, glsl_statements},
};

}  // namespace

std::span<const Tongue> tongues() { return all_tongues; }

}  // namespace mistakes
