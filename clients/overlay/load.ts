import type { App, Stage } from './boot.ts';
import type { Words } from './words/words.ts';

/** Set by the build: the parts that belong to this version. */
declare const PARTS_VERSION: string;

/** Where this script came from, which is where its other parts are. Known only while it runs first. */
const OWN_ADDRESS = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';
let attempts = 0;

/** What the other parts export. */
interface Parts {
  readonly app: { startApp(stage: Stage, words: Words): App };
  readonly language: { readonly default: Words };
}

/**
 * Loads everything else, in the visitor's language. When that fails, the next try begins anew.
 *
 * @returns null when it could not be loaded, or the signal ended everything meanwhile.
 */
export async function loadApp(stage: Stage): Promise<App | null> {
  const { language, config, signal } = stage;
  const part = (name: string) => importPart(`${config.apiUrl}/`, name);
  const parts = await Promise.all([part('app'), part(language)]).catch(() => null);
  if (signal.aborted) return null;
  if (parts) {
    const [app, words] = parts as [Parts['app'], Parts['language']];
    return app.startApp(stage, { ...words.default, ...config.words });
  }
  attempts++;
  return null;
}

/**
 * An import needs no inline script, carries this script's nonce and passes Trusted Types. A failed one is remembered by the
 * browser under its address, so the next try has another.
 */
function importPart(service: string, name: string): Promise<unknown> {
  const address = new URL(`overlay-${name}.js?v=${PARTS_VERSION}`, OWN_ADDRESS || service);
  if (attempts > 0) address.searchParams.set('try', String(attempts));
  return import(address.href);
}
