/** Name and colors under which mails and pages for clients appear, each color as #rrggbb. */
export interface Brand {
  name: string;
  /** Letters of the mark. */
  initials: string;
  /** Colors on a light and on a dark background. */
  light: BrandColors;
  dark: BrandColors;
}

interface BrandColors {
  /** Background of a button. */
  button: string;
  buttonText: string;
  mark: string;
  markText: string;
}

/** Brand of the service, for mails about accounts. */
export const SERVICE_NAME = 'Pinbound';

/** Hue of the service, degrees. */
const SERVICE_HUE = 227;

/**
 * Derives the brand of a project from its name, with the hue of its mark in the dashboard. Text and
 * background of each color have a contrast of at least 4.5 at every hue.
 */
export function brandOf(name: string): Brand {
  const hue = name === SERVICE_NAME ? SERVICE_HUE : hueOf(name);
  return {
    name,
    initials: initialsOf(name),
    light: { button: hex(hue, 60, 28), buttonText: '#ffffff', mark: hex(hue, 70, 90), markText: hex(hue, 60, 26) },
    dark: { button: hex(hue, 70, 80), buttonText: '#10131f', mark: hex(hue, 35, 26), markText: hex(hue, 70, 88) },
  };
}

/** First letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

const hueOf = (name: string): number => [...name].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 360, 7);

/** Converts a color to hexadecimal, which mail programs understand. */
function hex(hue: number, saturation: number, lightness: number): string {
  const l = lightness / 100;
  const amplitude = (saturation / 100) * Math.min(l, 1 - l);
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    const value = l - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
