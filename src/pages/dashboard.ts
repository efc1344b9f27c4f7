import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pageHeaders } from './security-policy.ts';
import type { StaticContent } from './static-content.ts';
import { staticFile } from './static-file.ts';

/** Path of the dashboard. */
export const DASHBOARD = '/app';

/** Paths of the dashboard's screens; its script reads the path. */
export const DASHBOARD_PATH = new RegExp(`^${DASHBOARD}(/.*)?$`);

/** Headers of files whose names contain a hash of their content. */
const ASSET_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable' };

interface Dashboard {
  /** The page of all screens. */
  page: StaticContent;
  /** Its scripts and style sheets, by path. */
  assets: Map<string, StaticContent>;
}

/**
 * Creates the dashboard's page and files.
 *
 * @param directory the built dashboard
 * @param baseUrl origin of its requests and of its WebSocket
 */
export function createDashboard(directory: string, baseUrl: string): Dashboard {
  // Some browsers do not count WebSockets as 'self'.
  const connections = [new URL(baseUrl).origin.replace('http', 'ws')];
  const assets = readdirSync(join(directory, 'assets')).map((name) => {
    const isHashed = name !== 'icon.svg';
    const file = staticFile(join(directory, 'assets', name), isHashed ? { headers: ASSET_HEADERS } : {});
    return [`/app/assets/${name}`, file] as const;
  });
  const headers = (html: string) => pageHeaders(html, { connections });
  return { page: staticFile(join(directory, 'index.html'), { headers }), assets: new Map(assets) };
}
