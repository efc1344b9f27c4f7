import { button, h, icon } from './dom.ts';
import type { ShadowHost } from './shadow-host.ts';

const COMMENT_ICON = 'M2 3h12v8H7l-3 3v-3H2z';

/** The floating button. */
export interface Launcher {
  readonly button: HTMLButtonElement;
  /** The button's text. */
  readonly label: HTMLElement;
  /** Parent of the button, and of the badge that the app adds. */
  readonly dock: HTMLElement;
  setBusy(busy: boolean): void;
}

/**
 * Adds the button.
 *
 * @param text label of the button
 */
export function createLauncher(shadowHost: ShadowHost, text: string, isShown: boolean, onClick: () => void): Launcher {
  const label = h('span', {}, text);
  const main = button('launcher', onClick, [icon(COMMENT_ICON), label]);
  // Keeps the page's text selection: the comment may be about it.
  main.addEventListener('mousedown', (event) => event.preventDefault());
  main.hidden = !isShown;
  const dock = h('div', { class: 'dock' }, main);
  shadowHost.root.append(dock);
  return {
    button: main,
    label,
    dock,
    setBusy: (busy) => main.setAttribute('aria-busy', String(busy)),
  };
}
