// Kinds of files. Each has a head, blocks that are set apart by `between`, a foot, and single lines that may stand in a block; all
// come from the words, so that no two blocks are quite alike unless the file is meant to repeat itself. Edits leave files well-formed,
// because tools may refuse others for that: `places` are the rows of a block before which a line may stand, `free` those that may go,
// and `remark` is a line that may stand anywhere between blocks.
const python = {
  extension: 'py',
  head: (w) => [`"""${w.sentence()}"""`, 'import json', `from ${w.noun()} import ${w.pascal()}`, ''],
  block: (w) => [
    `def ${w.snake()}(${w.noun()}, limit=${w.number()}):`,
    `    """${w.sentence()}"""`,
    `    if ${w.noun()} is None:`,
    '        return []',
    `    for ${w.noun()} in ${w.snake()}():`,
    `        ${w.noun()}.${w.verb()}(${w.number()})`,
    `    return ${w.noun()}`,
  ],
  line: (w) => `    ${w.noun()} = ${w.snake()}(${w.number()})`,
  places: [1, 2, 4, 6],
  free: [1, 6],
  remark: (w) => `# ${w.sentence()}`,
  foot: (w) => [`# ${w.sentence()}`],
};

const typescript = {
  extension: 'ts',
  head: (w) => [`import { ${w.camel()}, ${w.camel()} } from './${w.noun()}';`, '', `const LIMIT = ${w.number()};`, ''],
  block: (w) => [
    `// ${w.sentence()}`,
    `export function ${w.camel()}(${w.noun()}: string): ${w.pascal()} {`,
    `  const ${w.noun()} = ${w.camel()}('${w.noun()}');`,
    `  if (!${w.noun()}) {`,
    `    throw new Error("no ${w.noun()}");`,
    '  }',
    `  return ${w.camel()}(${w.noun()}, ${w.number()});`,
    '}',
  ],
  line: (w) => `  const ${w.noun()} = ${w.camel()}(${w.number()});`,
  places: [2, 3, 6],
  free: [0, 2, 6],
  remark: (w) => `// ${w.sentence()}`,
  foot: (w) => [`export default ${w.camel()};`],
};

const cpp = {
  extension: 'cpp',
  head: (w) => [`#include "${w.noun()}.hpp"`, '#include <string>', '#include <vector>', '', `namespace ${w.noun()} {`, ''],
  block: (w) => [
    `/// ${w.sentence()}`,
    `std::vector<${w.pascal()}> ${w.snake()}(const ${w.pascal()}& ${w.noun()}) {`,
    `  std::vector<${w.pascal()}> result;`,
    `  for (const auto& ${w.noun()} : ${w.noun()}.${w.noun()}s()) {`,
    `    if (${w.noun()}.size() > ${w.number()}) continue;`,
    `    result.push_back(${w.snake()}(${w.noun()}));`,
    '  }',
    '  return result;',
    '}',
  ],
  line: (w) => `  auto ${w.noun()} = ${w.snake()}(${w.number()});`,
  places: [2, 3, 7],
  free: [0, 2, 5, 7],
  remark: (w) => `// ${w.sentence()}`,
  foot: (w) => [`}  // namespace ${w.noun()}`],
};

const go = {
  extension: 'go',
  head: (w) => [`package ${w.noun()}`, '', 'import (', '\t"errors"', `\t"example.org/${w.noun()}"`, ')', ''],
  block: (w) => [
    `// ${w.sentence()}`,
    `func ${w.camel()}(${w.noun()} *${w.pascal()}) error {`,
    `\tif err := ${w.noun()}.${w.camel()}(${w.number()}); err != nil {`,
    '\t\treturn err',
    '\t}',
    `\treturn errors.New("${w.noun()} ${w.noun()}")`,
    '}',
  ],
  line: (w) => `\t${w.noun()} := ${w.camel()}(${w.number()})`,
  places: [2, 5],
  free: [0, 5],
  remark: (w) => `// ${w.sentence()}`,
  foot: (w) => [`// ${w.sentence()}`],
};

const json = {
  extension: 'json',
  head: (w) => ['{', `  "name": "${w.noun()}-${w.noun()}",`],
  block: (w) => [
    `  "${w.camel()}": {`,
    `    "type": "${w.noun()}",`,
    `    "description": "${w.sentence()}",`,
    `    "limit": ${w.number()},`,
    '    "required": true',
    '  },',
  ],
  line: (w) => `    "${w.noun()}": ${w.number()},`,
  between: [],
  places: [1, 2, 3, 4],
  free: [1, 2, 3],
  foot: (w) => [`  "version": "1.${w.number()}.0"`, '}'],
};

const yaml = {
  extension: 'yml',
  head: (w) => [`# ${w.sentence()}`, `name: ${w.noun()}`, 'jobs:'],
  block: (w) => [
    `  ${w.snake()}:`,
    '    runs-on: ubuntu-latest',
    '    steps:',
    `      - name: ${w.verb()} the ${w.noun()}`,
    `        run: ./${w.noun()} --${w.noun()}=${w.number()}`,
    `    timeout: ${w.number()}`,
  ],
  line: (w) => `    ${w.noun()}: ${w.number()}`,
  places: [1, 5],
  free: [1, 5],
  remark: (w) => `# ${w.sentence()}`,
  foot: (w) => [`# ${w.sentence()}`],
};

const markdown = {
  extension: 'md',
  head: (w) => [`# The ${w.noun()}`, '', w.sentence(), ''],
  block: (w) => [
    `## ${w.verb()} a ${w.noun()}`,
    '',
    `${w.sentence()} ${w.sentence()}`,
    `- the “${w.noun()}” of the ${w.noun()}`,
    `- \`${w.snake()}\`: ${w.number()}`,
  ],
  line: (w) => `- \`${w.snake()}\` takes ${w.number()}`,
  places: [3, 4],
  free: [2, 3, 4],
  remark: (w) => `<!-- ${w.sentence()} -->`,
  foot: (w) => [`<!-- ${w.sentence()} -->`],
};

const css = {
  extension: 'css',
  head: (w) => [`/* ${w.sentence()} */`, ''],
  block: (w) => [
    `.${w.noun()}-${w.noun()} {`,
    '  display: flex;',
    `  padding: ${w.number()}px;`,
    '  color: inherit;',
    `  transition: ${w.noun()} ${w.number()}ms;`,
    '}',
  ],
  line: (w) => `  margin: ${w.number()}px;`,
  places: [1, 2, 3, 4, 5],
  free: [1, 2, 3, 4],
  remark: (w) => `/* ${w.sentence()} */`,
  foot: (w) => [`/* ${w.sentence()} */`],
};

const makefile = {
  extension: 'mk',
  head: (w) => [`${w.noun().toUpperCase()} := ${w.number()}`, `.PHONY: ${w.verb()}`, ''],
  block: (w) => [`${w.snake()}: ${w.snake()}.o`, `\t@echo "${w.verb()} ${w.noun()}"`, `\t$(CC) -O2 -o $@ ${w.snake()}.c`],
  line: (w) => `\t@test -n "$(${w.noun().toUpperCase()})"`,
  places: [1, 2],
  free: [1, 2],
  remark: (w) => `# ${w.sentence()}`,
  foot: (w) => [`# ${w.sentence()}`],
};

const csharp = {
  extension: 'cs',
  head: (w) => ['using System;', '', `namespace ${w.pascal()}s`, '{'],
  block: (w) => [
    `    public class ${w.pascal()}`,
    '    {',
    `        public string ${w.pascal()} { get; set; }`,
    '',
    `        public int ${w.pascal()}(int ${w.noun()})`,
    '        {',
    `            return ${w.noun()} * ${w.number()};`,
    '        }',
    '    }',
  ],
  line: (w) => `        public int ${w.pascal()} { get; set; }`,
  places: [2, 4],
  free: [2],
  remark: (w) => `// ${w.sentence()}`,
  foot: () => ['}'],
};

export const languages = { python, typescript, cpp, go, json, yaml, markdown, css, makefile, csharp };
