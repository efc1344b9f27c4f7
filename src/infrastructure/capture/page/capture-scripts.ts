import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sources of the scripts that run in captured pages; they are built from clients/capture. */
export interface CaptureScripts {
  /** In a world of its own: waiting, holding still, describing. */
  page: string;
  /** In the page's world, always. */
  deny: string;
  /** In the page's world, when time is to stand still. */
  stopTime: string;
  /** In a world of its own: finding elements again. */
  rebind: string;
}

/** @param assets the directory that the build writes client files to */
export function readCaptureScripts(assets: string): CaptureScripts {
  const read = (name: string) => readFileSync(join(assets, `${name}.js`), 'utf8');
  return {
    page: read('capture/page'),
    deny: read('capture/deny'),
    stopTime: read('capture/stop-time'),
    rebind: read('rebind'),
  };
}
