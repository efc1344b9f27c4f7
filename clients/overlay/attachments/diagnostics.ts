import type { SourceHints } from '../../shared/source/source-hints.ts';
import type { OverlayContext } from '../contracts.ts';
import type { ConsoleLine } from './console-log.ts';
import type { FailedRequest } from './failed-requests.ts';
import { namesSource } from './names-source.ts';
import { redactSecrets } from './redact-secrets.ts';

/** Diagnostics for developers. Visible to members; public responses omit them. */
export interface Diagnostics {
  readonly browser: BrowserInfo;
  readonly console: readonly ConsoleLine[];
  readonly requests: readonly FailedRequest[];
  /** Files that the page names for the element; undefined for most pages. */
  readonly hints: SourceHints | undefined;
}

interface BrowserInfo {
  /** Languages that the visitor prefers, in order. */
  readonly languages: readonly string[];
  readonly timeZone: string;
  /** CSS pixels. */
  readonly screen: { readonly width: number; readonly height: number };
  readonly pixelRatio: number;
  readonly colorScheme: 'light' | 'dark';
  readonly online: boolean;
}

/** Maximum length of a console line, characters. */
const LINE_LIMIT = 300;

const MAX_REQUESTS = 20;

/**
 * Merges the records of a request, and removes queries and fragments, which can contain secrets.
 *
 * @returns the last 20 requests, oldest first
 */
function mergeRequests(records: readonly FailedRequest[]): FailedRequest[] {
  const merged: FailedRequest[] = [];
  for (const record of records) {
    const url = record.url.replace(/[?#].*$/s, '').slice(0, 200);
    const at = Math.round(record.at);
    const known = merged.find((other) => other.url === url && Math.abs(other.at - at) < 50);
    if (known) Object.assign(known, { status: known.status || record.status });
    else merged.push({ url, status: record.status, at });
  }
  return merged.slice(-MAX_REQUESTS);
}

/** Reads the diagnostics that may be attached to a comment about an element. */
export async function readDiagnostics(
  { consoleLog, failedRequests, load }: OverlayContext,
  element: Element,
): Promise<Diagnostics> {
  const hints = namesSource(element) ? await load('source-hints', false) : null;
  return {
    browser: {
      languages: (navigator.languages ?? []).slice(0, 5),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? '',
      screen: { width: screen.width, height: screen.height },
      pixelRatio: devicePixelRatio,
      colorScheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
      online: navigator.onLine,
    },
    console: consoleLog().map((line) => ({ ...line, text: redactSecrets(line.text).slice(0, LINE_LIMIT) })),
    requests: mergeRequests(failedRequests()),
    hints: hints?.sourceHints(element),
  };
}
