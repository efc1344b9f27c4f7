import type { CDPSession, Protocol } from 'puppeteer-core';
import type { SentCredentials } from '../capture-request.ts';
import type { PreparedPage } from './prepared-page.ts';

/** A frame of the page, in the page's own process. */
interface OpenFrame {
  /** Address of its document; empty until it has shown one. */
  url: string;
  parentId: string | undefined;
}

/** Frames by their ids. */
type Frames = Map<string, OpenFrame>;

/**
 * Adds credentials to the requests that may carry them. The browser asks before each request and
 * each hop of a redirect, and does not take what was added over to the next hop. A worker's
 * requests are those of the document that started it. WebSockets, shared workers and other origins'
 * frames carry none.
 */
export async function sendCredentials({ session }: PreparedPage, credentials: SentCredentials): Promise<void> {
  const frames = await followFrames(session);
  session.on('Fetch.requestPaused', (paused) => {
    const { requestId } = paused;
    void proceed(session, paused, frames, credentials).catch(() =>
      session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => undefined),
    );
  });
  // Puppeteer's interception also waits for an event that requests of workers do not always have.
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
}

/** Follows the frames by events: while a document is requested, the browser answers no question. */
async function followFrames(session: CDPSession): Promise<Frames> {
  const frames: Frames = new Map();
  session.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
    frames.set(frameId, { url: '', parentId: parentFrameId });
  });
  session.on('Page.frameNavigated', ({ frame: { id, url, parentId } }) => {
    frames.set(id, { url, parentId });
  });
  session.on('Page.frameDetached', ({ frameId }) => {
    frames.delete(frameId);
  });
  await session.send('Page.enable');
  const { frame } = (await session.send('Page.getFrameTree')).frameTree;
  frames.set(frame.id, { url: frame.url, parentId: undefined });
  return frames;
}

async function proceed(
  session: CDPSession,
  paused: Protocol.Fetch.RequestPausedEvent,
  frames: Frames,
  credentials: SentCredentials,
): Promise<void> {
  const { requestId, request } = paused;
  if (!mayCarry(paused, frames, credentials)) return session.send('Fetch.continueRequest', { requestId });
  const added: Record<string, string> = { ...request.headers, ...credentials.headers };
  if (credentials.cookies.length > 0) added.cookie = await cookiesFor(session, request.url, credentials);
  const headers = Object.entries(added).map(([name, value]) => ({ name, value }));
  await session.send('Fetch.continueRequest', { requestId, headers });
}

/**
 * Whether a request may carry credentials: by its address, and because a document that may receive
 * them sends it. Otherwise an advertisement in a frame could act with them.
 */
function mayCarry(
  { request, frameId, resourceType }: Protocol.Fetch.RequestPausedEvent,
  frames: Frames,
  { mayReceive }: SentCredentials,
): boolean {
  const may = (address: string) => {
    const url = URL.parse(address);
    return url !== null && mayReceive(url);
  };
  const frame = frames.get(frameId);
  if (!frame || !may(request.url)) return false;
  if (resourceType !== 'Document') return may(frame.url);
  if (frame.parentId === undefined) return request.method === 'GET' || may(frame.url);
  const parent = frames.get(frame.parentId);
  return parent !== undefined && may(parent.url) && (frame.url === '' || may(frame.url));
}

/** The header replaces the browser's own one, so it also has the cookies that the site set. */
async function cookiesFor(session: CDPSession, url: string, { cookies }: SentCredentials): Promise<string> {
  const stored = await session.send('Network.getCookies', { urls: [url] });
  const names = new Set(cookies.map(({ name }) => name));
  const others = stored.cookies.filter(({ name }) => !names.has(name));
  return [...cookies, ...others].map(({ name, value }) => `${name}=${value}`).join('; ');
}
