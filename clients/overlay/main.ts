import { Overlay } from './page-api/overlay.ts';
import { warn } from './page-api/warn.ts';
import type { OverlayOptions } from './public-api/config.ts';
import { isRecord } from './service/is-record.ts';

declare global {
  interface Window {
    SvcConfig?: unknown;
  }
}

/** Set by the page before this script runs, as `window.SvcConfig = {…}` or as a top-level `const`. */
declare const SvcConfig: unknown;

const given = typeof SvcConfig === 'undefined' ? undefined : SvcConfig;
const api: Record<string, unknown> = isRecord(given) && Object.isExtensible(given) ? given : Object.assign({}, given);
if (api !== given) window.SvcConfig = api;
api.Overlay = Overlay;

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
else start();

/** Starts by itself when the page said how: in the global, else on an element. */
function start(): void {
  const element = document.querySelector('[data-svc-config]');
  if (given !== undefined && !isRecord(given)) launch(given);
  else if (['apiUrl', 'projectId', 'apiKey'].some((name) => name in api)) launch(api);
  else if (element) launchFrom(element.getAttribute('data-svc-config') ?? '');
}

/** `SvcConfig.overlay` is what started by itself, so that a page can end it. A second script leaves the first one's. */
function launch(options: unknown): void {
  const overlay = new Overlay(options as OverlayOptions).init();
  if (overlay.isRunning) api.overlay = overlay;
}

function launchFrom(json: string): void {
  try {
    launch(JSON.parse(json));
  } catch {
    warn(
      `data-svc-config is "${json.slice(0, 80)}"; expected JSON: {"apiUrl": "…", "projectId": "…"}. Correct the attribute.`,
    );
  }
}
