# A library without the objects of some folders: cmake -DARCHIVE=LIBRARY -DOUTPUT=FILE "-DFOLDERS=a|b" -P other_parts.cmake
# What else is in them, such as functions of the standard library, would bring them along.
execute_process(COMMAND ar t ${ARCHIVE} OUTPUT_VARIABLE MEMBERS COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "unity_src_(${FOLDERS})_[^\n]*" UNWANTED "${MEMBERS}")
file(COPY_FILE ${ARCHIVE} ${OUTPUT})
execute_process(COMMAND ar d ${OUTPUT} ${UNWANTED} COMMAND_ERROR_IS_FATAL ANY)
