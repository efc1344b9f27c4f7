import type { OverlayConfig } from '../public-api/config.ts';

/** Key of the site's local storage with everything that the overlay stores. */
export const STORAGE_KEY = 'svc-overlay';

/** Identifies the threads of a project: a site may use several projects or services. */
export const projectOf = ({ apiUrl, projectId }: OverlayConfig): string => `${apiUrl} ${projectId}`;

/** Reads the tokens of own comments, separated by commas; empty without any. */
export function storedTokens(config: OverlayConfig): string {
  try {
    const { threads } = JSON.parse(String(localStorage.getItem(STORAGE_KEY)));
    return Object.values<string[]>(threads[projectOf(config)])
      .map(([token]) => token)
      .join();
  } catch {
    return '';
  }
}
