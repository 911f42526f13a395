# Puts the pages of src/cli/topics.def into one file of string literals: cmake -DSOURCE=TREE -DOUTPUT=FILE -P pages.cmake
# A literal that is too long for some compilers is several.
file(STRINGS ${SOURCE}/src/cli/topics.def ROWS REGEX "^TOPIC")
set(ALL "")
foreach(ROW ${ROWS})
  string(REGEX REPLACE "^TOPIC\\(([a-z_]+),.*" "\\1" NAME "${ROW}")
  file(READ ${SOURCE}/docs/${NAME}.md PAGE HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" PAGE "${PAGE}")
  string(REGEX REPLACE "(\\\\x0a)" "\\1\"\n\"" PAGE "${PAGE}")
  string(APPEND ALL "constexpr std::string_view page_${NAME} = \"${PAGE}\";\n")
endforeach()
file(WRITE ${OUTPUT} "${ALL}")
