import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Website of a test: responses by path. A string is HTML. */
export type Site = Record<string, string | RequestListener>;

export interface PageServer {
  /** `http://127.0.0.1:<port>` */
  url: string;
  port: number;
  /** Requested paths, in order. */
  requests: string[];
  close(): Promise<void>;
}

/** Serves a website on a free loopback port. */
export async function servePages(site: Site): Promise<PageServer> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    requests.push(path);
    const content = site[path];
    if (typeof content === 'function') return void content(request, response);
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(content ?? '<!doctype html><title>Not here</title><h1>404</h1>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Returns a complete HTML document. */
export const page = (body: string, head = ''): string =>
  `<!doctype html><html><head><meta charset="utf-8"><title>Test</title>${head}</head><body style="margin:0">${body}</body></html>`;

/** Returns a positioned block of one color. */
export const block = (color: string, [x, y, width, height]: number[], attributes = ''): string =>
  `<div ${attributes} style="position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px;background:${color}"></div>`;
