import type { BootMessages } from './messages.ts';

/** The catalogs `boot-*.json` by language; the build inserts them. */
declare const BOOT_CATALOGS: Readonly<Record<string, BootMessages>>;

const CATALOGS = BOOT_CATALOGS;

/** Messages that are needed before a language is loaded. */
export const bootMessages = (language: string): BootMessages => CATALOGS[language] as BootMessages;

/**
 * Returns the first language that has catalogs of: the requested one, the page's, the browser's,
 * English.
 */
export function chooseLanguage(requested: string | null): string {
  for (const wanted of [requested, document.documentElement.lang, ...(navigator.languages ?? [])]) {
    const [base = ''] = (wanted ?? '').toLowerCase().split(/[-_]/);
    // Names that objects inherit, such as `constructor`, have no such text.
    if (CATALOGS[base]?.comment) return base;
  }
  return 'en';
}
