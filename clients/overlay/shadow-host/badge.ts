import { icon } from './elements.ts';

const LIST_ICON = 'M6 4h8M6 8h8M6 12h8M2 4h0M2 8h0M2 12h0';

export interface BadgeState {
  readonly count: number;
  /** Accessible name and tooltip. */
  readonly label: string;
  /** True when comments are orphaned or pending. */
  readonly warn?: boolean;
  /** True when the list could not be fetched. */
  readonly failed?: boolean;
}

/** Shows the count or the failure; hides the badge if there is neither. */
export function showBadge(badge: HTMLButtonElement, { count, label, warn, failed }: BadgeState): void {
  badge.hidden = !(failed || count);
  badge.className = `badge${failed ? ' bad' : warn ? ' warn' : ''}`;
  badge.replaceChildren(icon(LIST_ICON), failed ? '!' : String(count));
  badge.title = label;
  badge.setAttribute('aria-label', label);
}
