import classes from './avatar.module.css';

/** Initials of a person on a color of their own. Decorative: the name stands beside it. */
export function Avatar({ name, size = 24 }: { name: string; size?: number }) {
  const style = { width: size, height: size, fontSize: size * 0.42, '--hue': hueOf(name) } as React.CSSProperties;
  return <span className={classes.avatar} style={style} data-initials={initialsOf(name)} aria-hidden="true" />;
}

function initialsOf(name: string): string {
  const parts = name.trim().split(/\s+/);
  const ends = parts.length > 1 ? [parts[0], parts.at(-1)] : parts;
  return ends
    .map((part) => [...(part ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

/** Hue of a name, degrees: equal names have equal colors. */
export const hueOf = (name: string): number =>
  [...name].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 360, 7);
