// The catalogue of refusals as documentation.
#pragma once

#include <string>

#include "error/error.hpp"

namespace kedge {

std::string page_of(const CatalogueRow& row);  // plain text
std::string error_reference();                 // all of them: docs/errors.md

}  // namespace kedge
