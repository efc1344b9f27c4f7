import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** States that a socket sends to its clients: its process holds the directory, or requests it. */
const HOLDS = 'h';
const ASKS = 'a';
/**
 * A socket that accepts, but sends nothing for this time belongs to a paused process and counts as
 * holder, ms.
 */
const SILENCE_MS = 2_000;
/** Poll interval of a socket that also requests the directory, ms. */
const POLL_MS = 20;
/** A socket is a draft until it is renamed. Older drafts were left by killed processes, ms. */
const OLDEST_DRAFT_MS = 60_000;

const SOCKET = /^pinbound-[0-9a-f-]{36}\.sock$/;
const DRAFT = /^pinbound-[0-9a-f-]{36}\.draft$/;

/**
 * Locks a directory across containers through sockets in it. Each process publishes its own socket,
 * then connects to all others. A process that finds a holder gives up. Of two requesters, the one
 * with the later name gives up, and the other waits for that. Two holders are impossible: the one
 * that published last would have seen the other. Sockets of killed processes do not accept
 * connections, so removing them is safe at any time. Linux only: other systems have no short path
 * to a file.
 * @param onNoSocket called with the reason if the directory supports no sockets; there is no lock
 *   then
 * @returns a function that releases the lock; undefined if another process holds it
 */
export async function claimBySocket(
  directory: string,
  onNoSocket: (cause: Error) => void,
): Promise<(() => Promise<void>) | undefined> {
  // Socket paths are limited to 107 bytes; a path through the descriptor is always short.
  const descriptor = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  const place = `/proc/self/fd/${descriptor}`;
  let state = ASKS;
  const server = createServer((connection) => {
    connection.on('error', () => undefined);
    connection.end(state);
  }).unref();
  let name: string | undefined;
  const release = async () => {
    if (name) await rm(join(place, name), { force: true });
    if (server.listening) await new Promise((closed) => server.close(closed));
    closeSync(descriptor);
  };
  try {
    name = await show(server, place).catch(onNoSocket as (cause: Error) => undefined);
    if (!name) return release;
    if (!(await isFirst(place, name))) {
      await release();
      return undefined;
    }
    state = HOLDS;
    return release;
  } catch (error) {
    await release();
    throw error;
  }
}

/** Renames a listening socket to its public name; one that does not listen yet would look dead. */
async function show(server: Server, place: string): Promise<string> {
  const id = `pinbound-${randomUUID()}`;
  const draft = join(place, `${id}.draft`);
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(draft, () => {
      server.off('error', failed);
      listening();
    });
  });
  await rename(draft, join(place, `${id}.sock`));
  return `${id}.sock`;
}

/** Connects to every other socket and removes those of dead processes. */
async function isFirst(place: string, own: string): Promise<boolean> {
  for (const name of await readdir(place)) {
    const path = join(place, name);
    if (DRAFT.test(name)) await removeOld(path);
    if (!SOCKET.test(name) || name === own) continue;
    for (;;) {
      const state = await ask(path);
      if (state === undefined) break;
      if (state === HOLDS || (state === ASKS && name < own)) return false;
      await delay(POLL_MS);
    }
    await rm(path, { force: true });
  }
  return true;
}

/** Reads the state of a socket: '' if it is being closed, undefined if no process listens. */
function ask(path: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let said = '';
    const socket = createConnection(path).setEncoding('utf8').setTimeout(SILENCE_MS);
    const done = (state: string | undefined) => {
      socket.destroy();
      resolve(state);
    };
    socket.on('data', (text: string) => {
      said += text;
    });
    socket.on('end', () => done(said));
    socket.on('timeout', () => done(HOLDS));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') done(undefined);
      else if (error.code === 'ECONNRESET' || error.code === 'EPIPE') done('');
      else if (error.code === 'EAGAIN') done(HOLDS);
      else reject(error);
    });
  });
}

async function removeOld(draft: string): Promise<void> {
  const made = await stat(draft).catch(() => undefined);
  if (made && Date.now() - made.mtimeMs > OLDEST_DRAFT_MS) await rm(draft, { force: true });
}
