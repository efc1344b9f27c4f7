import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of a customer's pages. */
export interface CustomerSite {
  /** Origin that is of another site than the service's. */
  origin: string;
  /** Origin that is of the same site as the service's, which tests reach at 127.0.0.1. */
  sameSite: string;
  /** HTML by path, and headers of all pages. */
  pages: Map<string, string>;
  headers: Record<string, string>;
  close(): Promise<void>;
}

export async function startCustomerSite(): Promise<CustomerSite> {
  const pages = new Map<string, string>();
  const headers: Record<string, string> = {};
  const server: Server = createServer(({ url = '' }, response) => {
    const html = pages.get(url.split(/[?#]/)[0] ?? '');
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://shop.localhost:${port}`,
    sameSite: `http://127.0.0.1:${port}`,
    pages,
    headers,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** A page that frames the panel and speaks with it; `messages` keeps what the panel sent. */
export const framing = (service: string, projectId: string): string => `<!doctype html>
<html lang="en"><title>Shop</title><h1>Fresh bread</h1>
<iframe src="${service}/panel/projects/${projectId}" allow="clipboard-write"
  style="position: fixed; top: 0; right: 0; width: 390px; height: 100%; border: 0"></iframe>
<script>
  const frame = document.querySelector('iframe');
  window.messages = [];
  window.tell = (message) => frame.contentWindow.postMessage({ panel: 'pinbound', ...message }, '${service}');
  window.addEventListener('message', ({ data, source, origin }) => {
    if (source !== frame.contentWindow) return;
    messages.push({ origin, ...data });
    if (data.kind === 'ready') {
      tell({ kind: 'hello', url: location.href, language: 'en', theme: window.theme ?? 'light', hasToken: window.token !== undefined });
    }
    if (data.kind === 'token') tell({ kind: 'token', token: window.token });
  });
</script></html>`;
