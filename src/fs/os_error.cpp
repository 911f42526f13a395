#include "fs/os_error.hpp"

#include <cerrno>
#include <cstring>

#include "support/strings.hpp"

namespace kedge {

std::string describe(OsError error) { return std::strerror(error.number); }

Error refusal(OsError error, std::string_view path) {
  const std::string problem = describe(error);
  switch (error.number) {
    case ENOENT: return refuse(Code::not_found, {{"path", path}});
    case EEXIST: return refuse(Code::file_exists, {{"path", path}});
    case EISDIR: return refuse(Code::is_directory, {{"path", path}});
    case EACCES:
    case EPERM:
    case EROFS: return refuse(Code::permission_denied, {{"path", path}, {"problem", problem}});
    case ENOTDIR:
    case ELOOP:
    case ENAMETOOLONG:
    case EILSEQ:
    case EINVAL: return refuse(Code::path_invalid, {{"path", path}, {"problem", problem}});
    case ENOSPC:
    case EDQUOT: return refuse(Code::no_space, {{"path", path}, {"problem", problem}});
    case EBUSY:
    case EXDEV:
    case ETXTBSY: return refuse(Code::cannot_replace, {{"path", path}, {"problem", problem}});
    case EFBIG:
      return refuse(Code::limit_exceeded, concat(printable(path), ": the system does not let files become this large."),
                    {{"path", path}, {"problem", problem}});
    default: return refuse(Code::io_failed, {{"path", path}, {"problem", problem}});
  }
}

bool is_unsupported(OsError error) {
  switch (error.number) {
    case ENOSYS:
    case EINVAL:
    case EOPNOTSUPP: return true;
    default: return false;
  }
}

}  // namespace kedge
