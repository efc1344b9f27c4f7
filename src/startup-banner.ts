import { resolve } from 'node:path';
import type { Config } from './config/config.ts';
import type { Demo } from './resolvers/addons/demo/ensure-demo.ts';

/** Text that a started process prints: its addresses and directories. */
export function startupBanner(state: {
  config: Config;
  version: string;
  demo?: Demo;
  embedded: boolean;
  ms: number;
}): string {
  const { config, demo } = state;
  const { baseUrl } = config.http;
  const lines: [string, string][] = [];
  if (config.role !== 'worker') {
    lines.push(['Dashboard', `${baseUrl}/app`]);
    if (demo) lines.push(['Demo page', `${baseUrl}/demo`]);
    lines.push(['GraphiQL', `${baseUrl}/graphql`], ['REST explorer', `${baseUrl}/docs`]);
  }
  if (config.role === 'worker' && config.http.port !== undefined) {
    lines.push(['Health', `http://${config.http.host}:${config.http.port}/readyz`]);
  }
  if (demo) lines.push(['Demo login', `${demo.login.email} / ${demo.login.password}`]);
  lines.push(['Data', state.embedded ? `${resolve(config.dataDir)} (embedded PostgreSQL)` : 'DATABASE_URL']);
  lines.push(['Snapshots', config.s3 ? `bucket ${config.s3.bucket}` : `${resolve(config.dataDir, 'objects')}`]);
  const role = config.role === 'all' ? '' : ` (${config.role})`;
  const rows = lines.map(([name, value]) => `  ${name.padEnd(14)} ${value}`).join('\n');
  return `Pinbound ${state.version}${role} is ready after ${(state.ms / 1000).toFixed(1)} s\n\n${rows}\n\n`;
}
