# libkedge.so, and what is installed for programs that are linked with it.
set(CMAKE_INSTALL_LIBDIR lib CACHE STRING "Where the library is installed, below the prefix")
include(GNUInstallDirs)
file(STRINGS include/kedge.h KEDGE_ABI REGEX "^#define KEDGE_ABI [0-9]+$")
string(REGEX REPLACE ".* " "" KEDGE_ABI "${KEDGE_ABI}")

add_library(kedge_shared SHARED $<TARGET_OBJECTS:kedge_functions>)
set_target_properties(kedge_shared PROPERTIES OUTPUT_NAME kedge VERSION ${KEDGE_ABI}.${PROJECT_VERSION} SOVERSION ${KEDGE_ABI}
  LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/library.map")
target_link_libraries(kedge_shared PRIVATE kedge_core)
# It is never unloaded: a thread may still wait for a lock that another process has (fs/lock_thread).
target_link_options(kedge_shared PRIVATE -Wl,-z,nodelete -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/library.map -Wl,--gc-sections -Wl,-z,defs
  -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack -static-libstdc++ -static-libgcc)
# Rows of languages name their grammars, which only the program has.
file(GLOB LANGUAGE_SOURCES CONFIGURE_DEPENDS src/syntax/lang/*.cpp)
foreach(SOURCE ${LANGUAGE_SOURCES})
  file(STRINGS ${SOURCE} GRAMMARS REGEX "tree_sitter_[a-z_]+\\(")
  foreach(GRAMMAR ${GRAMMARS})
    string(REGEX MATCH "tree_sitter_[a-z_]+" GRAMMAR "${GRAMMAR}")
    target_link_options(kedge_shared PRIVATE -Wl,--defsym=${GRAMMAR}=0)
  endforeach()
endforeach()

install(TARGETS kedge RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS kedge_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/kedge.h include/kedge.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
include(CMakePackageConfigHelpers)
configure_package_config_file(cmake/kedge-config.cmake.in ${PROJECT_BINARY_DIR}/kedge-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/kedge PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/kedge-config-version.cmake VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/kedge-config.cmake ${PROJECT_BINARY_DIR}/kedge-config-version.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/kedge)
configure_file(cmake/kedge.pc.in ${PROJECT_BINARY_DIR}/kedge.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/kedge.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
