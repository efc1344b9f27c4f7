import { EventEmitter, once } from 'node:events';
import type { CDPSession, Page, Protocol } from 'puppeteer-core';
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

/** Knowledge about the requests of a page. */
interface Requests {
  frames: Frames;
  /** Whether a document sends the request, and not a worker. */
  isOfDocument(networkId: string | undefined): Promise<boolean>;
  /** Paused requests of other origins, and those to which redirects from there led. */
  foreign: Set<string>;
}

/** Wait for the browser to tell who sends a request, ms. A busy script delays it. */
const SENDER_WAIT_MS = 10_000;

/**
 * Adds credentials to the requests that may carry them. The browser asks before each request and
 * each hop of a redirect, and does not take what was added over to the next hop. WebSockets,
 * workers, other origins' frames, and redirects from other origins carry none.
 */
export async function sendCredentials({ page, session }: PreparedPage, credentials: SentCredentials): Promise<void> {
  const isOfDocument = followSenders(page, session);
  const requests = { frames: await followFrames(session), isOfDocument, foreign: new Set<string>() };
  session.on('Fetch.requestPaused', (paused) => {
    const { requestId } = paused;
    void proceed(session, paused, requests, credentials).catch(() =>
      session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => undefined),
    );
  });
  await session.send('Network.enable');
  // Puppeteer's interception also waits for an event that requests of workers do not always have.
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
}

/**
 * Learns who sends a request: the page announces those of its documents, and each worker its own,
 * before or after the browser asks about them.
 */
function followSenders(page: Page, session: CDPSession): Requests['isOfDocument'] {
  const senders = new EventEmitter().setMaxListeners(0);
  const known = new Map<string, boolean>();
  const follow = (from: CDPSession, isDocument: boolean) =>
    from.on('Network.requestWillBeSent', ({ requestId }) => {
      known.set(requestId, isDocument);
      senders.emit(requestId);
    });
  follow(session, true);
  page.on('workercreated', ({ client }) => follow(client, false));
  return async (networkId) => {
    if (networkId === undefined) return false;
    if (!known.has(networkId)) {
      await once(senders, networkId, { signal: AbortSignal.timeout(SENDER_WAIT_MS) }).catch(() => undefined);
    }
    return known.get(networkId) ?? false;
  };
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
  frames.set(frame.id, { url: '', parentId: undefined });
  return frames;
}

async function proceed(
  session: CDPSession,
  paused: Protocol.Fetch.RequestPausedEvent,
  requests: Requests,
  credentials: SentCredentials,
): Promise<void> {
  const { requestId, request } = paused;
  if (!(await mayCarry(paused, requests, credentials))) return session.send('Fetch.continueRequest', { requestId });
  const added: Record<string, string> = { ...request.headers, ...credentials.headers };
  if (credentials.cookies.length > 0) added.cookie = await cookiesFor(session, request.url, credentials);
  const headers = Object.entries(added).map(([name, value]) => ({ name, value }));
  await session.send('Fetch.continueRequest', { requestId, headers });
}

/**
 * Whether a request may carry credentials: by its address, and because a document that may receive
 * them sends it. Otherwise an advertisement in a frame, or the target of a redirect, could act with
 * them.
 */
async function mayCarry(
  { requestId, redirectedRequestId = '', request, frameId, resourceType, networkId }: Protocol.Fetch.RequestPausedEvent,
  { frames, foreign, isOfDocument }: Requests,
  { isOwn, mayReceive }: SentCredentials,
): Promise<boolean> {
  const test = (address: string, allows: (url: URL) => boolean) => {
    const url = URL.parse(address);
    return url !== null && allows(url);
  };
  const may = (address: string) => test(address, mayReceive);
  if (foreign.has(redirectedRequestId) || !test(request.url, isOwn)) foreign.add(requestId);
  const frame = frames.get(frameId);
  if (!frame || foreign.has(requestId) || !may(request.url)) return false;
  if (resourceType !== 'Document') return may(frame.url) && isOfDocument(networkId);
  if (frame.parentId === undefined) {
    return frame.url === '' || (request.method === 'GET' ? test(frame.url, isOwn) : may(frame.url));
  }
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
