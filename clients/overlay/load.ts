import type * as app from './app.ts';
import type { Language } from './i18n/languages.ts';
import type * as member from './member.ts';
import type * as panels from './panels.ts';
import type * as reading from './threads.ts';
import type { PanelWords, PinWords } from './words/words.ts';
import type * as writing from './writing.ts';

/** Set by the build: a name for all parts as they are. */
declare const PARTS_VERSION: string;
/** Set by the build: which others a part needs, those first that others need. */
declare const STANDS_ON: Readonly<Record<string, readonly string[]>>;
/** What this script and the parts that were loaded have left for others, see scripts/overlay-bundle.mjs. */
declare const given: Record<string, unknown>;

/** What each part exports. */
export type Parts = Readonly<Record<Language, { readonly default: PinWords }>> &
  Readonly<Record<`${Language}-panels`, { readonly default: PanelWords }>> &
  CodeParts;

interface CodeParts {
  readonly app: typeof app;
  readonly member: typeof member;
  readonly panels: typeof panels;
  readonly writing: typeof writing;
  readonly reading: typeof reading;
}

/** Where this script came from, which is where its other parts are. Known only while it runs first. */
const OWN_ADDRESS = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';
let attempts = 0;

/** Says whether a part is there without loading it. */
export const isLoaded = (part: keyof Parts): boolean => part in given;

/**
 * Loads a part with all that it needs, each file once. When that fails, the next try begins anew with what is missing.
 *
 * @param service where the parts are when nobody knows where this script came from.
 * @returns null when something could not be loaded.
 */
export async function loadPart<P extends keyof Parts>(part: P, service: string): Promise<Parts[P] | null> {
  const missing = [...(STANDS_ON[part] ?? []), part].filter((name) => !(name in given));
  try {
    const files = await Promise.all(missing.map(async (name) => ({ name, add: await importFile(service, name) })));
    for (const { name, add } of files) if (!(name in given)) Object.assign(given, add({ [PARTS_VERSION]: given }));
    return given[part] as Parts[P];
  } catch {
    attempts++;
    return null;
  }
}

/**
 * An import needs no inline script, carries this script's nonce and passes Trusted Types. A failed one is remembered by the
 * browser under its address, so the next try has another.
 */
async function importFile(
  service: string,
  name: string,
): Promise<(parts: Record<string, typeof given>) => typeof given> {
  const address = new URL(`overlay-${name}.js?v=${PARTS_VERSION}`, OWN_ADDRESS || `${service}/`);
  if (attempts > 0) address.searchParams.set('try', String(attempts));
  return (await import(address.href)).default;
}
