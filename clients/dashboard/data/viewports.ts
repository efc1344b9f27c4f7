/** Windows that captures are ordered in, CSS pixels: phone, tablet, and desktops. */
export const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 820, height: 1_180 },
  { width: 1_280, height: 800 },
  { width: 1_440, height: 900 },
  { width: 1_920, height: 1_080 },
] as const;
