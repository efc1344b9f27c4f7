import { button, h, ICONS, icon } from './dom.ts';
import type { Surface } from './surface.ts';

/** The floating button, and the badge beside it. */
export interface Launcher {
  readonly button: HTMLButtonElement;
  readonly badge: HTMLButtonElement;
  /** Shows that a click on the button ends the choosing. */
  setPicking(picking: boolean): void;
  /** Number of comments without a place on the page, and whether the list could not be fetched. */
  setBadge(missing: number, failed: boolean): void;
  /** Says something to screen readers. */
  announce(text: string): void;
}

/** What the two buttons do. */
export interface LauncherActions {
  toggle(): void;
  openBadge(): void;
}

/** Adds both to the surface. The badge shows only when it has something to say. */
export function makeLauncher(surface: Surface, actions: LauncherActions): Launcher {
  const label = h('span', {}, 'Comment');
  const main = button('launcher', actions.toggle, [icon(ICONS.comment), label]);
  const badge = button('badge', actions.openBadge, []);
  const voice = h('div', { class: 'voice', role: 'status' });
  badge.hidden = true;
  surface.root.append(h('div', { class: 'dock' }, badge, main), voice);
  return {
    button: main,
    badge,
    setPicking(picking) {
      main.setAttribute('aria-pressed', String(picking));
      label.textContent = picking ? 'Cancel' : 'Comment';
    },
    setBadge(missing, failed) {
      const words = failed ? 'Comments could not be loaded' : missingWords(missing);
      badge.hidden = !failed && missing === 0;
      badge.textContent = failed ? '!' : String(missing);
      badge.title = words;
      badge.setAttribute('aria-label', words);
    },
    announce(text) {
      voice.textContent = text;
    },
  };
}

function missingWords(count: number): string {
  return `${count} ${count === 1 ? 'comment is' : 'comments are'} not on this page any more`;
}
