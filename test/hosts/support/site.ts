import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FeedbackDouble, startFeedbackDouble } from '../../clients/support/feedback-double.ts';
import { bundleClient, bundleOverlay } from '../../support/client-bundle.ts';
import { buildApplication, bundleHost, renderHost } from './build.ts';
import type { Host, Snippet } from './host.ts';

/** A host on its own origin, and the service that its scripts belong to. */
export interface HostSite {
  /** Address of the page with the product. */
  readonly url: string;
  /** Address of the same page without it. */
  readonly plainUrl: string;
  readonly double: FeedbackDouble;
  /** Bodies that the embed script sent. */
  readonly collected: string[];
  close(): Promise<void>;
}

const PACKAGES = fileURLToPath(new URL('../node_modules/', import.meta.url));
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };
/** Headers with which the service serves scripts. */
const CORS = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

const WITHOUT: Snippet = { html: '', service: '', options: 'null', script: '' };

/** Starts both servers, and builds the page. */
export async function startHost(host: Host): Promise<HostSite> {
  const application = host.application && (await buildApplication(host.application));
  const [overlay, embed, script, rendered] = await Promise.all([
    bundleOverlay(),
    bundleEmbed(),
    bundleHost(host),
    renderHost(host, application),
  ]);
  const collected: string[] = [];
  const double = await startFeedbackDouble((request, response) => {
    const path = pathOf(request).replace(/\/retry-[1-3]\//, '/');
    const text = path === '/embed.min.js' ? embed.replace('{{API_URL}}', double.url) : overlay.get(path.slice(1));
    if (text !== undefined) send(response, 'text/javascript', text, CORS);
    else if (/^\/(v1\/collect|svc\/event)/.test(path)) {
      request.on('data', (part) => collected.push(String(part)));
      request.on('end', () => send(response, 'application/json', '{}', CORS, 202));
    } else return false;
    return true;
  });
  const options = JSON.stringify({ apiUrl: double.url, projectId: 'project-1' });
  const withProduct: Snippet = {
    html: `<script src="${double.url}/overlay.js" data-svc-config='${options}' defer="defer"></script>
      <script src="${double.url}/embed.min.js" data-project-key="project-1" defer="defer"></script>`,
    service: double.url,
    options,
    script: overlay.get('overlay.js') ?? '',
  };
  const server = createServer(async (request, response) => {
    const [, side = '', ...names] = pathOf(request).split('/');
    const name = names.join('/');
    const snippet = side === 'with' ? withProduct : WITHOUT;
    const file = host.files?.[name];
    if (name === '') {
      send(response, host.type ?? 'text/html; charset=utf-8', pageOf(host, snippet, rendered), host.headers?.(snippet));
    } else if (name === 'page.js') send(response, 'text/javascript', script);
    else if (file) {
      send(response, file.type, typeof file.text === 'string' ? file.text : file.text(snippet), file.headers);
    } else if (application && !/^with(out)?$/.test(side)) {
      const text = await readFile(join(application, pathOf(request))).catch(() => null);
      send(response, TYPES[extname(name)] ?? 'text/plain', text ?? '', {}, text ? 200 : 404);
    } else if (host.packages?.some((each) => name.startsWith(`packages/${each}/`))) {
      const text = await readFile(join(PACKAGES, name.replace('packages/', ''))).catch(() => null);
      send(response, TYPES[extname(name)] ?? 'text/plain', text ?? '', {}, text ? 200 : 404);
    } else response.writeHead(name === 'favicon.ico' || side === 'favicon.ico' ? 204 : 404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/with/`,
    plainUrl: `${origin}/without/`,
    double,
    collected,
    async close() {
      server.closeAllConnections();
      await Promise.all([new Promise((closed) => server.close(closed)), double.close()]);
    },
  };
}

function pageOf({ document, head = '', body = '', attributes = {} }: Host, snippet: Snippet, rendered: string): string {
  if (document) return document(snippet, rendered);
  const { html = 'lang="en"', body: ofBody = '' } = attributes;
  return `<!doctype html><html ${html}><head><meta charset="utf-8"><title>Bakery</title>${head}${snippet.html}</head>
    <body ${ofBody}>${body.replace('$SERVER', () => rendered)}<script src="page.js"></script></body></html>`;
}

let embed: Promise<string> | undefined;
function bundleEmbed(): Promise<string> {
  embed ??= bundleClient('embed/main.ts');
  return embed;
}

const pathOf = (request: IncomingMessage) => new URL(request.url ?? '/', 'http://host').pathname;

function send(response: ServerResponse, type: string, text: string | Buffer, headers = {}, status = 200): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers }).end(text);
}
