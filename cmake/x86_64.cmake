# Compiles for x86_64 with Debian's compiler and the libraries of its multi-arch packages.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER x86_64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE x86_64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
# The cross compiler has a C library of its own, which is older than Debian's.
set(CMAKE_EXE_LINKER_FLAGS_INIT -L/usr/lib/x86_64-linux-gnu)
