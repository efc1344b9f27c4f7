import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sources of the scripts that run in captured pages, built from clients/capture. */
export interface CaptureScripts {
  /** Isolated world: waits, freezes and records the page. */
  page: string;
  /** Main world: prepares every page of a capture. */
  prepare: string;
  /** Main world: sets navigator.webdriver to false, when `hideWebdriver` is set. */
  hideWebdriver: string;
  /** Main world: stops clocks, when `freeze` is set. */
  stopTime: string;
  /** Isolated world: locates pins. */
  rebind: string;
}

/** @param assets directory the build writes client files to */
export function readCaptureScripts(assets: string): CaptureScripts {
  const read = (name: string) => readFileSync(join(assets, `${name}.js`), 'utf8');
  return {
    page: read('capture/page'),
    prepare: read('capture/prepare-page'),
    hideWebdriver: read('capture/hide-webdriver'),
    stopTime: read('capture/freeze-clock'),
    rebind: read('rebind'),
  };
}
