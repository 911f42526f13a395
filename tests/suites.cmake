# Run after a program of tests was linked: writes one test for each of its suites to FILE.
#   cmake -DPROGRAM=… -DFILE=… -DENVIRONMENT=… -P suites.cmake
set(ENV{ASAN_OPTIONS} detect_leaks=0)
execute_process(COMMAND ${PROGRAM} --gtest_list_tests OUTPUT_VARIABLE LISTED COMMAND_ERROR_IS_FATAL ANY)
# A suite stands at the beginning of a line and ends with a dot, its tests are indented.
string(REGEX MATCHALL "\n[A-Za-z0-9_/]+\\." LINES "\n${LISTED}")
if(NOT LINES)
  message(FATAL_ERROR "${PROGRAM} has no tests")
endif()
set(TESTS "")
foreach(LINE ${LINES})
  string(REGEX REPLACE "\n(.*)\\." "\\1" SUITE ${LINE})
  string(APPEND TESTS "add_test([=[${SUITE}]=] [=[${PROGRAM}]=] [=[--gtest_filter=${SUITE}.*]=] --gtest_brief=1)\n"
    "set_tests_properties([=[${SUITE}]=] PROPERTIES ENVIRONMENT [=[${ENVIRONMENT}]=])\n")
endforeach()
file(WRITE ${FILE} "${TESTS}")
