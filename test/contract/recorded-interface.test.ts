import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { registerUser, type TestUser } from '../support/factories.ts';
import { createPicture, fillBox } from '../support/pictures.ts';
import { storeSnapshot } from '../support/snapshots.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { INTERFACE_REQUESTS, type InterfaceRequest } from './support/interface-requests.ts';
import { normalizeResponse } from './support/normalize-response.ts';

// Replays every request of the documented interface and compares the responses with recorded ones:
// each recorded member keeps its name, its type and, apart from ids, times and keys, its value. New
// members may be added. RECORD_INTERFACE=1 records again; never do so to accept a changed member.

const RECORDING = new URL('recorded-interface.json', import.meta.url);
const PICTURE = createPicture(40, 30, (x, y) => [255 - x, 255 - y, 240]);

const app = useTestApp();
let owner: TestUser;
/** Values of earlier responses by name. */
const known: Record<string, string> = {};

beforeAll(async () => {
  owner = await registerUser(app);
  known.organization = owner.organizationId;
  known.user = owner.id;
});

const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (all, name: string) => known[name] ?? all);

const memberOf = (body: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (value as Record<string, unknown>)[name], body);

async function call({ method, path, body, auth, save = {} }: InterfaceRequest) {
  if (body && 'baselineId' in body) await storePictures();
  const response = await rest(app, method, fill(path), {
    token: auth ? undefined : owner.token,
    headers: auth === 'key' ? { 'x-project-key': known.projectKey ?? '' } : {},
    body: body && JSON.parse(fill(JSON.stringify(body))),
  });
  for (const [name, member] of Object.entries(save)) known[name] = String(memberOf(response.body, member));
  return { request: `${method} ${path}`, status: response.status, body: withNames(response.body) };
}

/** Replaces known ids by their names, and what differs between equal calls by its kind. */
function withNames(body: unknown): unknown {
  let text = JSON.stringify(body ?? null).replaceAll(app.url, '<service>');
  for (const [name, value] of Object.entries(known)) text = text.replaceAll(value, `<${name}>`);
  return JSON.parse(JSON.stringify(normalizeResponse(JSON.parse(text))).replaceAll(/<id \d+>/g, '<id>'));
}

/** Stores the two snapshots that are compared. */
async function storePictures(): Promise<void> {
  const changed = fillBox(PICTURE, { x: 10, y: 8, width: 12, height: 6 }, [200, 0, 0]);
  known.baseline = (await storeSnapshot(app, owner, known.project ?? '', PICTURE)).id;
  known.comparison = (await storeSnapshot(app, owner, known.project ?? '', changed)).id;
}

/** Replaces what may be added: members that the recording does not have. */
function asRecorded(recorded: unknown, found: unknown): unknown {
  if (Array.isArray(recorded) && Array.isArray(found)) {
    return found.map((item, index) => asRecorded(recorded[index], item));
  }
  if (!isObject(recorded) || !isObject(found)) return found;
  return Object.fromEntries(
    Object.keys(recorded).flatMap((name) => (name in found ? [[name, asRecorded(recorded[name], found[name])]] : [])),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

test('each member that REST returned when the interface was recorded keeps its name, type and meaning', async () => {
  const responses = [];
  for (const request of INTERFACE_REQUESTS) responses.push(await call(request));
  if (process.env.RECORD_INTERFACE) writeFileSync(RECORDING, `${JSON.stringify(responses, null, 2)}\n`);
  const recorded = JSON.parse(readFileSync(RECORDING, 'utf8')) as typeof responses;
  expect(responses.map(({ request, status }) => [request, status])).toEqual(
    recorded.map(({ request, status }) => [request, status]),
  );
  for (const [index, response] of responses.entries()) {
    expect(asRecorded(recorded[index], response)).toEqual(recorded[index]);
  }
});
