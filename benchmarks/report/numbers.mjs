// How figures are written.

export const number = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ",");

/** Three significant digits, thousands apart: 0.0123, 1.23, 12.3, 123, 1,230. */
export function figure(value) {
  if (value === 0) return "0";
  if (value >= 100) return number(Math.round(value));
  const digits = value >= 10 ? 1 : value >= 1 ? 2 : Math.min(6, 2 - Math.floor(Math.log10(value)));
  return value.toFixed(digits);
}

export const percent = (part, whole) => {
  if (whole === 0) return "";
  const share = (100 * part) / whole;
  if (share === 100 || share === 0) return `${share} %`;
  return `${Math.min(99.9, Math.max(0.1, share)).toFixed(1)} %`; // all and none are said only of all and none
};

/** A factor; of what is much less than one its reciprocal says more. */
export const factor = (value) => (value > 0 && value < 0.5 ? `1/${figure(1 / value)}` : `${figure(value)}×`);

export const lines = (size) => (size === 0 ? "" : number(size));
