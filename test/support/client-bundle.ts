import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { CLIENT_BUNDLE } from '../../scripts/client-bundle.mjs';
import { bundleOverlay as bundleOverlayOf } from '../../scripts/overlay-bundle.mjs';

/** Bundles a client script the way it is served: one closure, minified, for browsers of 2020. */
export function bundleClient(entry: string): Promise<string> {
  return bundle({ entryPoints: [`${CLIENTS}${entry}`] });
}

/** The overlay's files by name, as they are served. Made once: packing takes seconds. */
export function bundleOverlay(): Promise<Map<string, string>> {
  overlay ??= bundleOverlayOf(ROOT);
  return overlay;
}
let overlay: Promise<Map<string, string>> | undefined;

/** Bundles modules so that a page has what they export in one global. */
export function bundleModules(modules: readonly string[], globalName: string): Promise<string> {
  const contents = modules.map((module) => `export * from './${module}'`).join('\n');
  return bundle({ stdin: { contents, resolveDir: CLIENTS }, globalName });
}

/** The engine that finds elements again, in the global `pin`. */
export function bundleEngine(): Promise<string> {
  return bundleModules(ENGINE, 'pin');
}
const ENGINE = [
  'shared/slices.ts',
  ...['fingerprint/fingerprint', 'fingerprint/stored', 'survey/survey', 'locate'].map(
    (name) => `shared/rebind/${name}.ts`,
  ),
];

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLIENTS = fileURLToPath(new URL('../../clients/', import.meta.url));

async function bundle(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...CLIENT_BUNDLE, ...options, write: false });
  return outputFiles?.[0]?.text ?? '';
}
