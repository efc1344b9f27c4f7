import type { OverlayConfig } from '../public-api/config.ts';

/** Key of the site's local storage with everything that the overlay stores. */
export const STORAGE_KEY = 'svc-overlay';

/** Identifies the threads of a project: a site may use several projects or services. */
export const projectOf = ({ apiUrl, projectId }: OverlayConfig): string => `${apiUrl} ${projectId}`;

/** The part of the stored object that is needed before the visitor's chunk. */
export interface StoredState {
  /** Tokens of own comments, separated by commas; empty without any. */
  readonly tokens: string;
  /** True if the visitor has hidden the pins of resolved comments. */
  readonly hidesResolved: boolean;
  /** True if a member may have used the project's panel on this device. */
  readonly isMember: boolean;
}

/** Other scripts of the page can write the object, so nothing about its form is certain. */
export function readState(config: OverlayConfig): StoredState {
  let state: Record<string, never> = {};
  let tokens = '';
  try {
    state = JSON.parse(String(localStorage.getItem(STORAGE_KEY))) ?? {};
    tokens = Object.values<string[]>(state.threads?.[projectOf(config)] ?? [])
      .map(([token]) => token)
      .join();
  } catch {}
  const { hideResolved, panels } = state;
  return { tokens, hidesResolved: hideResolved === true, isMember: !!panels };
}
