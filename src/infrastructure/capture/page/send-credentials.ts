import type { Frame, HTTPRequest } from 'puppeteer-core';
import type { SentCredentials } from '../capture-request.ts';
import type { PreparedPage } from './prepared-page.ts';

/**
 * Adds credentials to the requests that may carry them. The browser asks before each request and
 * each hop of a redirect, and does not take what was added over to the next hop. Requests of
 * workers, WebSockets and other origins' frames carry none.
 */
export async function sendCredentials(prepared: PreparedPage, credentials: SentCredentials): Promise<void> {
  const { page } = prepared;
  page.on('request', (request) => {
    void proceed(prepared, request, credentials).catch(() => request.abort().catch(() => undefined));
  });
  await page.setRequestInterception(true);
  // Interception turns the cache off.
  await page.setCacheEnabled(true);
}

async function proceed(prepared: PreparedPage, request: HTTPRequest, credentials: SentCredentials): Promise<void> {
  if (!mayCarry(request, credentials)) return request.continue();
  const headers = { ...request.headers(), ...credentials.headers };
  if (credentials.cookies.length > 0) headers.cookie = await cookiesFor(prepared, request.url(), credentials);
  await request.continue({ headers });
}

/**
 * Whether a request may carry credentials: by its address, and because a document that may receive
 * them sends it. Otherwise an advertisement in a frame could act with them.
 */
function mayCarry(request: HTTPRequest, { mayReceive }: SentCredentials): boolean {
  const may = (address: string | undefined) => {
    const url = address === undefined ? null : URL.parse(address);
    return url !== null && mayReceive(url);
  };
  const frame = request.frame();
  if (!frame || !may(request.url())) return false;
  if (!request.isNavigationRequest()) return may(frame.url());
  const parent = frame.parentFrame();
  if (parent) return may(parent.url()) && (isNew(frame) || may(frame.url()));
  return request.method() === 'GET' || may(frame.url());
}

/** Whether a frame has not shown a document yet. */
const isNew = (frame: Frame): boolean => frame.url() === '';

/** The header replaces the browser's own one, so it also has the cookies that the site set. */
async function cookiesFor({ session }: PreparedPage, url: string, { cookies }: SentCredentials): Promise<string> {
  const stored = await session.send('Network.getCookies', { urls: [url] });
  const names = new Set(cookies.map(({ name }) => name));
  const others = stored.cookies.filter(({ name }) => !names.has(name));
  return [...cookies, ...others].map(({ name, value }) => `${name}=${value}`).join('; ');
}
