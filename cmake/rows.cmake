# What CMake reads of the tables in src/. Also a script: cmake -DPROJECT_SOURCE_DIR=TREE -P rows.cmake prints the dialects of a tree.
# The names in the rows of a table: kedge_row_names(src/dialects/dialects.def NAMES).
function(kedge_row_names TABLE RESULT)
  if(NOT CMAKE_SCRIPT_MODE_FILE)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${TABLE})
  endif()
  file(STRINGS ${PROJECT_SOURCE_DIR}/${TABLE} ROWS REGEX "^[A-Z]+\\([a-z0-9_]+\\)")
  list(TRANSFORM ROWS REPLACE "^[A-Z]+\\(([a-z0-9_]+)\\).*" "\\1")
  set(${RESULT} ${ROWS} PARENT_SCOPE)
endfunction()

# The dialects: each has scenarios and a fuzz target of its own.
function(kedge_dialect_names RESULT)
  kedge_row_names(src/dialects/dialects.def NAMES)
  set(${RESULT} ${NAMES} PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  kedge_dialect_names(NAMES)
  message("${NAMES}")
endif()
