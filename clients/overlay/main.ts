import { isRecord } from '../shared/json.ts';
import { entryAddress, setEntryAddress } from './chunk-loader.ts';
import { Overlay } from './overlay.ts';
import { type OverlayOptions, problem, warn } from './public-api/config.ts';

declare global {
  interface Window {
    SvcConfig?: unknown;
  }
}

/**
 * Set by the page before this script runs, as `window.SvcConfig = {…}` or as a top-level `const`.
 */
declare const SvcConfig: unknown;

/** Longest wait for the end of the document, which may be streamed forever, ms. */
const MAX_WAIT_MS = 5_000;

const given = typeof SvcConfig === 'undefined' ? undefined : SvcConfig;
const api: Record<string, unknown> = isRecord(given) && Object.isExtensible(given) ? given : Object.assign({}, given);
if (api !== given) window.SvcConfig = api;
const previous = api.Overlay as typeof Overlay | undefined;
api.Overlay = Overlay;

if (previous?.upgradeFrom && !entryAddress()) setEntryAddress(previous.upgradeFrom);
else if (document.readyState === 'loading') {
  new Promise((done) => {
    document.addEventListener('DOMContentLoaded', done);
    setTimeout(done, MAX_WAIT_MS);
  }).then(start);
} else start();

/** Starts an overlay if the page has a configuration: the global, else an attribute. */
function start(): void {
  const element = document.querySelector('[data-svc-config]');
  if (given !== undefined && !isRecord(given)) launch(given);
  else if (['apiUrl', 'projectId', 'apiKey'].some((name) => name in api)) launch(api);
  else if (element) launchFrom(element.getAttribute('data-svc-config') ?? '');
}

/**
 * Exposes the overlay as `SvcConfig.overlay`, so that the page can end it. A second script keeps
 * the first one's.
 */
function launch(options: unknown): void {
  const overlay = new Overlay(options as OverlayOptions).init();
  if (overlay.isRunning) api.overlay = overlay;
}

function launchFrom(json: string): void {
  try {
    launch(JSON.parse(json));
  } catch {
    warn(problem('data-svc-config', json, 'JSON: {"apiUrl": "…", "projectId": "…"}'));
  }
}
