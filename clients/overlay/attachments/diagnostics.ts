import type { Stage } from '../stage.ts';
import type { ConsoleLine } from './console-log.ts';
import type { FailedRequest } from './failed-requests.ts';
import { withoutSecrets } from './redact-secrets.ts';

/** What a developer asks first. Members see it; the public answers of the service leave it out. */
export interface Diagnostics {
  readonly browser: BrowserFacts;
  readonly console: readonly ConsoleLine[];
  readonly requests: readonly FailedRequest[];
}

interface BrowserFacts {
  /** Languages the visitor prefers, the first one most. */
  readonly languages: readonly string[];
  readonly timeZone: string;
  /** CSS pixels. */
  readonly screen: { readonly width: number; readonly height: number };
  readonly pixelRatio: number;
  readonly colorScheme: 'light' | 'dark';
  readonly online: boolean;
}

/** Characters of a console line that are sent. */
const LINE_LIMIT = 300;

/** What may be attached to a comment, as it is at this moment. */
export function takeDiagnostics({ consoleLines, failedRequests }: Stage): Diagnostics {
  return {
    browser: {
      languages: navigator.languages.slice(0, 5),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? '',
      screen: { width: screen.width, height: screen.height },
      pixelRatio: devicePixelRatio,
      colorScheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
      online: navigator.onLine,
    },
    console: consoleLines().map((line) => ({ ...line, text: withoutSecrets(line.text).slice(0, LINE_LIMIT) })),
    requests: failedRequests(),
  };
}
