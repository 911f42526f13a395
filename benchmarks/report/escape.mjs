const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text that stays text in HTML and SVG, between tags and in attributes. */
export const escapedHtml = (text) => String(text).replace(/[&<>"']/g, (sign) => signs[sign]);
