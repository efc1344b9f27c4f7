import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import {
  bundleDrawFrame as bundleDrawFrameOf,
  bundleOverlay as bundleOverlayOf,
  CLIENT_BUNDLE,
} from '../../scripts/client-bundle.mjs';

/** Bundles a client script as it is served: one closure, minified, for browsers of 2020. */
export function bundleClient(entry: string): Promise<string> {
  return bundle({ entryPoints: [`${CLIENTS}${entry}`] });
}

/** The files of the overlay by path, as they are served. Bundled once. */
export function bundleOverlay(): Promise<Map<string, string>> {
  overlay ??= bundleOverlayOf(ROOT);
  return overlay;
}
let overlay: Promise<Map<string, string>> | undefined;

/** The page in which visitors draw on pictures, as it is served. */
export const bundleDrawFrame = (): Promise<string> => bundleDrawFrameOf(ROOT);

/** Bundles modules; their exports become members of one global. */
export function bundleModules(modules: readonly string[], globalName: string): Promise<string> {
  const contents = modules.map((module) => `export * from './${module}'`).join('\n');
  return bundle({ stdin: { contents, resolveDir: CLIENTS }, globalName });
}

/** Bundles the matching engine as the global `pin`, with further modules of it. */
export function bundleEngine(modules: readonly string[] = []): Promise<string> {
  return bundleModules([...ENGINE, ...modules.map((name) => `shared/rebind/${name}.ts`)], 'pin');
}
const ENGINE = [
  'shared/time-slices.ts',
  ...[
    'fingerprint/fingerprint',
    'fingerprint/stored',
    'dom-index/dom-index',
    'match-targets',
    'further-passes',
    'locate',
    'locate-at-once',
  ].map((name) => `shared/rebind/${name}.ts`),
];

/**
 * Bundles the dialogs of libraries that keep the focus inside (modal-libraries.ts), for a script
 * element in a page.
 */
export async function bundleModalLibraries(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${ROOT}test/clients/support/modal-libraries.ts`],
    bundle: true,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
    // Announcements of the libraries for their bundlers: "use client".
    logLevel: 'error',
  });
  return (outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script');
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLIENTS = fileURLToPath(new URL('../../clients/', import.meta.url));

async function bundle(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...CLIENT_BUNDLE, ...options, write: false });
  return outputFiles?.[0]?.text ?? '';
}
