import { button, h, icon } from './dom.ts';
import type { ShadowHost } from './shadow-host.ts';

const COMMENT_ICON = 'M2 3h12v8H7l-3 3v-3H2z';

/** The floating button, and the badge beside it that opens the list. */
export interface Launcher {
  readonly button: HTMLButtonElement;
  /** The button's text. */
  readonly label: HTMLElement;
  readonly badge: HTMLButtonElement;
  /** Parent of both. */
  readonly dock: HTMLElement;
  setBusy(busy: boolean): void;
}

export interface LauncherActions {
  toggle(): void;
  toggleList(): void;
}

/**
 * Adds the button and the badge, which is hidden until the app shows it.
 *
 * @param text label of the button
 */
export function createLauncher(
  shadowHost: ShadowHost,
  text: string,
  launcher: boolean,
  actions: LauncherActions,
): Launcher {
  const label = h('span', {}, text);
  const main = button('launcher', actions.toggle, [icon(COMMENT_ICON), label]);
  // Keeps the page's text selection: the comment may be about it.
  main.addEventListener('mousedown', (event) => event.preventDefault());
  const badge = button('badge', actions.toggleList, []);
  badge.hidden = true;
  main.hidden = !launcher;
  const dock = h('div', { class: 'dock' }, badge, main);
  shadowHost.root.append(dock);
  return {
    button: main,
    label,
    badge,
    dock,
    setBusy: (busy) => main.setAttribute('aria-busy', String(busy)),
  };
}
