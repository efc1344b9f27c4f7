import { type ReactNode, useEffect, useRef } from 'react';
import classes from './fading-nav.module.css';

interface Props {
  label: string;
  /** The current link; another one is scrolled into view. */
  current: string;
  className: string | undefined;
  children: ReactNode;
}

/**
 * Links that may be wider than their place: they scroll, and fade out at the end while there are
 * more.
 */
export function FadingNav({ label, current, className, children }: Props) {
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another current link is elsewhere
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav ref={nav} className={`${className} ${classes.links}`} aria-label={label}>
      {children}
    </nav>
  );
}
