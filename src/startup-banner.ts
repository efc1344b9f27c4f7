import { resolve } from 'node:path';
import type { Config } from './config/config.ts';
import type { Demo } from './resolvers/addons/demo/ensure-demo.ts';

/** A process that has started. */
export interface Started {
  config: Config;
  version: string;
  demo?: Demo | undefined;
  embedded: boolean;
  ms: number;
}

/** Rows of the banner: name, field of the record, and value. */
function rowsOf({ config, demo, embedded }: Started): [name: string, field: string, value: string][] {
  const { baseUrl, host, port } = config.http;
  const rows: [string, string, string][] = [];
  if (config.role !== 'worker') {
    rows.push(['Dashboard', 'dashboard', `${baseUrl}/app`]);
    if (demo) rows.push(['Demo page', 'demoPage', `${baseUrl}/demo`]);
    rows.push(['GraphiQL', 'graphiql', `${baseUrl}/graphql`], ['REST explorer', 'restExplorer', `${baseUrl}/docs`]);
  }
  if (config.role === 'worker' && port !== undefined) {
    rows.push(['Health', 'health', `http://${host}:${port}/readyz`]);
  }
  if (config.role !== 'worker') {
    const project = demo ? ` --project ${demo.projectId}` : '';
    const connect = `curl -fsO ${baseUrl}/cli/pinbound.mjs && node pinbound.mjs init --url ${baseUrl}${project}`;
    rows.push(['Coding agents', 'codingAgents', connect]);
  }
  if (demo) rows.push(['Demo login', 'demoLogin', `${demo.login.email} / ${demo.login.password}`]);
  rows.push(['Data', 'data', embedded ? `${resolve(config.dataDir)} (embedded PostgreSQL)` : 'DATABASE_URL']);
  const objects = config.s3 ? `bucket ${config.s3.bucket}` : `${resolve(config.dataDir, 'objects')}`;
  rows.push(['Snapshots', 'snapshots', objects]);
  return rows;
}

/** Text that a started process prints on a terminal: its addresses and directories. */
export function startupBanner(started: Started): string {
  const { config, version, ms } = started;
  const role = config.role === 'all' ? '' : ` (${config.role})`;
  const rows = rowsOf(started).map(([name, , value]) => `  ${name.padEnd(14)} ${value}`);
  return `Pinbound ${version}${role} is ready after ${(ms / 1000).toFixed(1)} s\n\n${rows.join('\n')}\n\n`;
}

/** Fields of the log record that replaces the banner where the output is not a terminal. */
export function startupRecord(started: Started): Record<string, string | number> {
  const { config, version, ms } = started;
  const rows = rowsOf(started).map(([, field, value]) => [field, value]);
  return { version, role: config.role, startMs: Math.round(ms), ...Object.fromEntries(rows) };
}
