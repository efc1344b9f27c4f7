/**
 * Tells the page's developer about a mistake in the set-up: the only thing the overlay ever writes to the console. The
 * message says what was found, what was expected and what to do.
 */
export function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: there is no other way to reach whoever installed the script
  console.warn(`[svc-overlay] ${message}`);
}
