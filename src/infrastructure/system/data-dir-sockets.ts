import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What a socket says to whoever connects: that its process has the directory, or that it asks for it. */
const HOLDS = 'h';
const ASKS = 'a';
/** One that takes a connection and says nothing for so long belongs to a process that was paused: it holds, milliseconds. */
const SILENCE_MS = 2_000;
/** Milliseconds between two looks at one that asks, too. */
const POLL_MS = 20;
/** Between its making and its name a socket is a draft; one that old was left by a process that was killed, milliseconds. */
const OLDEST_DRAFT_MS = 60_000;

const SOCKET = /^pinbound-[0-9a-f-]{36}\.sock$/;
const DRAFT = /^pinbound-[0-9a-f-]{36}\.draft$/;

/**
 * Claims a directory by a socket in it, which processes of other containers see too: each shows its own, then looks at
 * all others. Whoever sees one that holds gives up; of two that ask, the later name does, and the earlier one waits
 * until it has. So of two that hold one would have shown itself last, and seen the other. Nobody needs what a killed
 * process has left, so nobody can remove it too late. Linux alone: elsewhere there is no shorter way to a file than its path.
 * @param onNoSocket is told why the directory takes none: there is no claim then
 * @returns gives it back; undefined when another process has it
 */
export async function claimBySocket(
  directory: string,
  onNoSocket: (cause: Error) => void,
): Promise<(() => Promise<void>) | undefined> {
  // A socket's path has 107 bytes at most: this one is short, wherever the directory lies.
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

/** Under its name it is found, and a socket that does not listen yet would be taken for a dead one. */
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

/** Looks at every other socket, and removes what dead processes have left. */
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

/** What the socket says: nothing where its process is just closing it. Undefined when nobody listens on it. */
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
