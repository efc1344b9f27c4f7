/**
 * Runs in the main world of every frame before the page's first script: tells the service which
 * features the page asked for in vain because the browser of the capture lacks them.
 */

/** Prefix of the messages; src/infrastructure/capture/page/page-log.ts reads them. */
const PREFIX = 'pinbound: the page asked for ';

type Feature = 'webgl' | 'webgl2' | 'webgpu';
type Canvas = HTMLCanvasElement | OffscreenCanvas;
type Context = (this: Canvas, kind: string, attributes?: object) => unknown;

const FEATURES: Record<string, Feature> = { webgl: 'webgl', 'experimental-webgl': 'webgl', webgl2: 'webgl2' };

// Taken before the page can replace them.
const { debug } = console;
const { apply } = Reflect;
const createElement = document.createElement.bind(document);
const wait = Promise.prototype.then;
const Surface = globalThis.OffscreenCanvas;

const told = new Set<Feature>();
function tell(feature: Feature): void {
  if (told.has(feature)) return;
  told.add(feature);
  debug(PREFIX + feature);
}

/** Replaces a method by one that looks the same to the page. */
function observe<T extends object, K extends keyof T>(
  prototype: T | undefined,
  name: K,
  see: (result: unknown, self: never, args: never) => void,
): void {
  const method = prototype?.[name];
  if (!prototype || typeof method !== 'function') return;
  prototype[name] = new Proxy(method, {
    apply(target, self, args) {
      const result: unknown = apply(target as never, self, args);
      see(result, self as never, args as never);
      return result;
    },
  });
}

/** A canvas with a context of another kind returns null in every browser; a new one does not. */
function observeContexts(prototype: { getContext: Context } | undefined, create: () => Canvas): void {
  const getContext = prototype?.getContext;
  observe(prototype, 'getContext', (result, _self, [kind, attributes]: [unknown, unknown]) => {
    const feature = result === null ? FEATURES[`${kind}`] : undefined;
    if (!feature || !getContext || told.has(feature)) return;
    if (apply(getContext, create(), [kind, attributes]) === null) tell(feature);
  });
}

observeContexts(HTMLCanvasElement.prototype as never, () => createElement('canvas'));
observeContexts(Surface?.prototype as never, () => new Surface(1, 1));
observe(
  (globalThis as { GPU?: { prototype: { requestAdapter(): Promise<unknown> } } }).GPU?.prototype,
  'requestAdapter',
  (result) => {
    const see = (adapter: unknown) => (adapter === null ? tell('webgpu') : undefined);
    apply(wait, result, [see, () => undefined]);
  },
);
