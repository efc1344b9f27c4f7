import { FIRST_WORDS, type Language } from '../i18n/languages.ts';
import { button, h, ICONS, icon } from './dom.ts';
import type { Surface } from './shadow-host.ts';

/** What the badge shows. */
export interface BadgeState {
  readonly count: number;
  /** Its whole meaning, for screen readers and as a tooltip. */
  readonly label: string;
  /** Some comments have no certain place, or wait to be sent. */
  readonly warn?: boolean;
  /** The list could not be fetched. */
  readonly failed?: boolean;
}

/** The floating button, and the badge beside it that opens the list. */
export interface Launcher {
  readonly button: HTMLButtonElement;
  /** The button's word. */
  readonly label: HTMLElement;
  readonly badge: HTMLButtonElement;
  /** What holds both. */
  readonly dock: HTMLElement;
  setBusy(busy: boolean): void;
  setBadge(state: BadgeState): void;
}

/** What the two buttons do. */
export interface LauncherActions {
  toggle(): void;
  toggleList(): void;
}

/** Adds both to the surface. The badge shows only when it has something to say. */
export function makeLauncher(
  surface: Surface,
  { language, words, launcher }: { language: Language; words: { comment?: string }; launcher: boolean },
  actions: LauncherActions,
): Launcher {
  const label = h('span', {}, words.comment ?? FIRST_WORDS[language][0]);
  const main = button('launcher', actions.toggle, [icon(ICONS.comment), label]);
  // Pressing it leaves alone what is selected on the page: the comment may be about that.
  main.addEventListener('mousedown', (event) => event.preventDefault());
  const badge = button('badge', actions.toggleList, []);
  badge.hidden = true;
  main.hidden = !launcher;
  const dock = h('div', { class: 'dock' }, badge, main);
  surface.root.append(dock);
  return {
    button: main,
    label,
    badge,
    dock,
    setBusy: (busy) => main.setAttribute('aria-busy', String(busy)),
    setBadge({ count, label: words, warn, failed }) {
      badge.hidden = !launcher || (!failed && count === 0);
      badge.className = `badge${failed ? ' bad' : warn ? ' warn' : ''}`;
      badge.replaceChildren(icon(ICONS.list), failed ? '!' : String(count));
      badge.title = words;
      badge.setAttribute('aria-label', words);
    },
  };
}
