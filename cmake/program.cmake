# The library that is all of kedge but main, and the program.

# The pages that `kedge help` shows.
set(PAGES ${PROJECT_BINARY_DIR}/pages)
file(GLOB PAGE_SOURCES CONFIGURE_DEPENDS docs/*.md docs/clients/*.md)
add_custom_command(OUTPUT ${PAGES}/pages.inc
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DOUTPUT=${PAGES}/pages.inc -P ${PROJECT_SOURCE_DIR}/cmake/pages.cmake
  DEPENDS ${PAGE_SOURCES} src/cli/topics.def cmake/pages.cmake VERBATIM)

# The page that `kedge web` serves: built once, for all presets.
file(GLOB_RECURSE WEB_SOURCES CONFIGURE_DEPENDS page/*)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${WEB_SOURCES} scripts/page)
execute_process(COMMAND scripts/page WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  OUTPUT_VARIABLE WEB_PAGE OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
add_custom_command(OUTPUT ${PAGES}/page.inc
  COMMAND ${CMAKE_COMMAND} -DFILES=${WEB_PAGE}/files -DOUTPUT=${PAGES}/page.inc -P ${PROJECT_SOURCE_DIR}/cmake/page.cmake
  DEPENDS ${WEB_PAGE}/complete cmake/page.cmake VERBATIM)

# Everything but main: one library that the program, the tests, the benchmarks and the fuzzers share.
file(GLOB_RECURSE KEDGE_SOURCES CONFIGURE_DEPENDS src/*.cpp)
list(FILTER KEDGE_SOURCES EXCLUDE REGEX "_test\\.cpp$|src/cli/main\\.cpp$|src/embed/library\\.cpp$|/src/postgres/")
# What depends on the system is in folders of its own.
if(CMAKE_SYSTEM_NAME STREQUAL "Darwin")
  list(FILTER KEDGE_SOURCES EXCLUDE REGEX "/src/[a-z]+/linux/|/src/ui/screen[.]cpp$")
else()
  list(FILTER KEDGE_SOURCES EXCLUDE REGEX "/src/[a-z]+/macos/")
endif()
# Each day a sixth of the folders is compiled with sanitizers, and the others come from the released library: it takes a quarter of
# the time. What tells whether this is a sanitized program, and what everything uses, is always in it.
if(NOT KEDGE_SANITIZED_PART STREQUAL "")
  set(SANITIZED_PARTS "store|error|setup" "plan|engine|web" "mcp|cli" "text|hashline|edit|resolve|syntax|contract|render" "dialects|sockets|http|language|tools|ui"
    "fs|commit|search|verify|embed")
  list(GET SANITIZED_PARTS ${KEDGE_SANITIZED_PART} SANITIZED)
  list(FILTER KEDGE_SOURCES INCLUDE REGEX "/src/(support|process|${SANITIZED})/")
  get_filename_component(RELEASED_FOLDER ${KEDGE_RELEASED} DIRECTORY)
  set(RELEASED_LIBRARY ${PROJECT_BINARY_DIR}/libother_parts.a)
  add_custom_command(OUTPUT ${RELEASED_LIBRARY}
    COMMAND ${CMAKE_COMMAND} -DARCHIVE=${RELEASED_FOLDER}/libkedge_core.a -DOUTPUT=${RELEASED_LIBRARY} "-DFOLDERS=support|process|${SANITIZED}"
      -P ${PROJECT_SOURCE_DIR}/cmake/other_parts.cmake
    DEPENDS ${RELEASED_FOLDER}/libkedge_core.a cmake/other_parts.cmake VERBATIM)
  add_custom_target(other_parts DEPENDS ${RELEASED_LIBRARY})
endif()
# Where bytes are scanned, hashed and compared, optimising pays; elsewhere it only takes time to build. Both builds optimise the one
# more than the other, so that the released one builds in two thirds of the time, and the sanitized one in a third, and both run as fast.
if(KEDGE_SANITIZE AND NOT KEDGE_FUZZ)
  set(HOT_FOLDERS "support|text")
  set(HOT_OPTIONS -O1)  # beside -O0
elseif(KEDGE_STATIC)
  set(HOT_FOLDERS "support|text|edit|resolve|hashline|syntax|search|render")
  set(HOT_OPTIONS -O2)  # beside -O1
endif()
set(HOT_OBJECTS "")
if(HOT_FOLDERS)
  set(HOT ${KEDGE_SOURCES})
  list(FILTER HOT INCLUDE REGEX "/src/(${HOT_FOLDERS})/")
  list(FILTER KEDGE_SOURCES EXCLUDE REGEX "/src/(${HOT_FOLDERS})/")
  add_library(kedge_hot OBJECT ${HOT})
  target_link_libraries(kedge_hot PRIVATE kedge_options kedge_grammars)
  target_compile_options(kedge_hot PRIVATE ${HOT_OPTIONS})
  kedge_precompile(kedge_hot kedge_hot)
  kedge_join(kedge_hot)
  set(HOT_OBJECTS $<TARGET_OBJECTS:kedge_hot>)
endif()
# The libraries of others. What is released has them inside, and so has what other programs load.
set(LINKED sqlite3 ncursesw tinfo)
if(KEDGE_STATIC)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libsqlite3.a OUTPUT_VARIABLE ARCHIVE OUTPUT_STRIP_TRAILING_WHITESPACE)
  list(TRANSFORM LINKED REPLACE "^sqlite3$" "${ARCHIVE}")
endif()
add_library(kedge_core STATIC ${KEDGE_SOURCES} ${HOT_OBJECTS} ${PAGES}/pages.inc ${PAGES}/page.inc)
target_include_directories(kedge_core PRIVATE ${PAGES})
target_link_libraries(kedge_core PUBLIC kedge_options PRIVATE ${RELEASED_LIBRARY} PUBLIC kedge_grammars PRIVATE ${LINKED} Threads::Threads ${CMAKE_DL_LIBS})
if(KEDGE_STATIC AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # What these passes win is not worth their time here, a fifth of that of the compiler.
  target_compile_options(kedge_core PRIVATE -fno-ipa-pure-const -fno-ipa-reference -fno-ipa-modref -fno-ipa-profile
    -fno-ipa-reference-addressable -fno-inline-functions-called-once)
endif()
if(TARGET other_parts)
  add_dependencies(kedge_core other_parts)
endif()
kedge_precompile(kedge_core kedge_core)
kedge_join(kedge_core)
if(KEDGE_COVERAGE)
  # The counters of all processes are in one file that is mapped (%c): what a process has done counts although it was killed.
  # Several write to it at once, and half of the branches are differences of two counters: one lost count is a branch never taken.
  target_compile_options(kedge_core PRIVATE -fprofile-instr-generate=${PROJECT_BINARY_DIR}/profiles/%m%c.profraw
    -fprofile-update=atomic -fcoverage-mapping -mllvm -runtime-counter-relocation)
  target_link_options(kedge_core PUBLIC -fprofile-instr-generate)
endif()

add_executable(kedge src/cli/main.cpp)
target_link_libraries(kedge PRIVATE kedge_core)
# What `kedge version` says. scripts/build looks at the commit again.
execute_process(COMMAND scripts/commit ${PROJECT_BINARY_DIR}/built_commit.hpp WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} COMMAND_ERROR_IS_FATAL ANY)
target_include_directories(kedge PRIVATE ${PROJECT_BINARY_DIR})
string(TOUPPER "${CMAKE_BUILD_TYPE}" BUILD_TYPE)
string(JOIN " " BUILT_WITH ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${BUILD_TYPE}} ${HOT_OPTIONS} ${KEDGE_HARDENING} ${KEDGE_LINK_STATIC})
string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}-${CMAKE_SYSTEM_NAME}" TARGET_NAME)
set_source_files_properties(src/cli/main.cpp PROPERTIES COMPILE_DEFINITIONS
  "KEDGE_TARGET=\"${TARGET_NAME}\";KEDGE_COMPILER=\"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\";KEDGE_FLAGS=\"${BUILT_WITH}\"")
list(JOIN GRAMMAR_ROWS "|" GRAMMAR_ROWS)
set_property(SOURCE src/cli/main.cpp APPEND PROPERTY COMPILE_DEFINITIONS "KEDGE_GRAMMARS=\"${GRAMMAR_ROWS}\"")
if(KEDGE_STATIC)
  target_link_options(kedge PRIVATE ${KEDGE_LINK_STATIC})
endif()
if(KEDGE_PACKAGE)
  target_link_options(kedge PRIVATE -Wl,--dependency-file=${PROJECT_BINARY_DIR}/linked.d)
endif()

# What other programs load: the functions of include/kedge.h and what they need. No grammar is in it, as no parser runs in the process
# that edits: sources are parsed by the program, which is installed beside it.
add_library(kedge_functions OBJECT EXCLUDE_FROM_ALL src/embed/library.cpp)
target_link_libraries(kedge_functions PRIVATE kedge_core)
kedge_precompile(kedge_functions kedge_core)
if(KEDGE_STATIC)
  include(cmake/library.cmake)
endif()

# What speaks with PostgreSQL, where its library is: a program of its own, because that library cannot be linked statically.
if(KEDGE_STATIC OR KEDGE_COVERAGE)
  find_path(LIBPQ_INCLUDE libpq-fe.h PATH_SUFFIXES postgresql)
  find_library(LIBPQ pq)
  if(LIBPQ_INCLUDE AND LIBPQ)
    set(POSTGRES_SOURCES ${KEDGE_SOURCES})
    list(FILTER POSTGRES_SOURCES INCLUDE REGEX "/src/process/(.*/)?(new_descriptors|sent_descriptor)[.]cpp$")
    add_executable(kedge_postgres src/postgres/main.cpp src/postgres/workers.cpp ${POSTGRES_SOURCES})
    set_target_properties(kedge_postgres PROPERTIES OUTPUT_NAME kedge-postgres)
    target_include_directories(kedge_postgres SYSTEM PRIVATE ${LIBPQ_INCLUDE})
    target_link_libraries(kedge_postgres PRIVATE kedge_options ${LIBPQ})
    # It needs nothing but libpq and the C library, so that it runs wherever these are.
    target_link_options(kedge_postgres PRIVATE -pie -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack -static-libstdc++ -static-libgcc)
    if(KEDGE_PACKAGE)
      target_link_options(kedge_postgres PRIVATE -Wl,--dependency-file=${PROJECT_BINARY_DIR}/linked_postgres.d)
    endif()
  endif()
endif()
