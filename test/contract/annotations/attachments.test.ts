import { once } from 'node:events';
import { connect } from 'node:net';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemContext } from '../../../src/context.ts';
import { newId } from '../../../src/infrastructure/database/ids.ts';
import { withoutDirections } from '../../../src/lib/without-directions.ts';
import { purgeExpired } from '../../../src/resolvers/addons/retention/purge-expired.ts';
import { flagMissing } from '../../../src/resolvers/platform/objects/flag-missing.ts';
import { sweepObjects } from '../../../src/resolvers/platform/objects/sweep-objects.ts';
import { createPersonalToken, revokeToken } from '../../support/access-tokens.ts';
import { announceFile, attachFile, putFile } from '../../support/attachments.ts';
import { graphql, rest } from '../../support/client.ts';
import {
  createAnnotation,
  createProject,
  registerMember,
  registerUser,
  type TestUser,
} from '../../support/factories.ts';
import { createPicture, decompressionBomb, toPng } from '../../support/pictures.ts';
import { useTestApp } from '../../support/use-test-app.ts';

// The uploads are real: decoding pictures and sending files of 10 MiB cost most of the time.

const app = useTestApp();
let owner: TestUser;
let editor: TestUser;
let project: { id: string; projectKey: string };
let png: Buffer;
beforeAll(async () => {
  owner = await registerUser(app);
  editor = await registerMember(app, owner.organizationId, 'editor');
  project = await createProject(app, owner);
  png = await toPng(createPicture(30, 20, (x, y) => [x, y, 90]));
});
afterEach(() => vi.restoreAllMocks());

const annotate = async (author = owner): Promise<string> => (await createAnnotation(app, author, project.id)).id;
/** Writes an annotation as a visitor. */
const annotateAsVisitor = async (email = 'grace@example.com'): Promise<{ id: string; visitorToken: string }> => {
  const body = {
    projectKey: project.projectKey,
    content: 'Where?',
    url: 'https://shop.example/cart',
    name: 'Grace',
    email,
  };
  return (await rest(app, 'POST', '/annotations/public', { body })).body;
};
const announce = async (file: { id: string; name?: string; contentType?: string; commentId?: string }) =>
  (await announceFile(app, owner, file)).body;
const reply = async (id: string, token = owner.token) =>
  (await rest(app, 'POST', `/annotations/${id}/comments`, { token, body: { content: 'See the file' } })).body;
const filesOf = async (id: string, token = owner.token) =>
  (await rest(app, 'GET', `/annotations/${id}/attachments`, { token })).body;
const PDF = '%PDF-1.7\n1 0 obj <<>> endobj\n%%EOF\n';

test('third parties read the files of a public annotation, as long as it is public', async () => {
  const id = await annotate();
  const { id: commentId } = await reply(id);
  for (const comment of [{}, { commentId }]) await attachFile(app, owner, { id, ...comment });
  const query = `query ($key: String!) { publicAnnotations(projectKey: $key) { nodes { id
    attachments { commentId name contentType size url } } } }`;
  const { data } = await graphql(app, query, { key: project.projectKey });
  const { attachments } = data.publicAnnotations.nodes.find((node: { id: string }) => node.id === id);
  const file = { commentId: null, name: 'log.txt', contentType: 'text/plain', size: 13, url: expect.any(String) };
  expect(attachments).toEqual([file]);
  const [{ url }] = attachments;
  expect((await fetch(url)).status).toBe(200);
  await rest(app, 'PUT', `/annotations/${id}/visibility`, { token: owner.token, body: { visibility: 'internal' } });
  expect((await fetch(url)).status).toBe(404);
});

describe('a file', () => {
  test('is announced, uploaded, listed, served and deleted', async () => {
    const id = await annotate();
    const { id: commentId } = await reply(id);
    const announced = await announceFile(app, owner, {
      id,
      commentId,
      name: 'Übersicht.pdf',
      contentType: 'application/pdf',
    });
    expect(announced).toMatchObject({
      status: 201,
      body: { annotationId: id, commentId, name: 'Übersicht.pdf', contentType: 'application/pdf' },
    });
    expect(await filesOf(id)).toEqual([]);

    const { status, body } = await putFile(announced.body.uploadUrl, PDF);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: announced.body.id, commentId, size: PDF.length, contentType: 'application/pdf' });
    const listed = await filesOf(id);
    expect(listed).toEqual([{ ...body, via: null, url: expect.any(String) }]);
    expect((await fetch(body.url)).status).toBe(200);

    const response = await fetch(listed[0].url);
    expect(await response.text()).toBe(PDF);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="_bersicht.pdf"; filename*=UTF-8\'\'%C3%9Cbersicht.pdf',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const part = await fetch(listed[0].url, { headers: { range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([206, '%PDF']);

    const document = `query ($id: ID!) { annotation(id: $id) {
      attachments { id } comments(first: 5) { edges { node { attachments { id url } } } } } }`;
    const { data } = await graphql(app, document, { id }, { token: owner.token });
    expect(data.annotation).toEqual({
      attachments: [],
      comments: { edges: [{ node: { attachments: [{ id: body.id, url: listed[0].url }] } }] },
    });

    const path = `/annotations/${id}/attachments/${body.id}`;
    expect((await rest(app, 'DELETE', path, { token: editor.token })).status).toBe(403);
    expect(await rest(app, 'DELETE', path, { token: owner.token })).toMatchObject({
      status: 200,
      body: { deleted: true },
    });
    expect((await rest(app, 'DELETE', path, { token: owner.token })).status).toBe(404);
    expect((await fetch(listed[0].url)).status).toBe(404);
    const stored = () => app.services.pool.query(`SELECT FROM stored_objects WHERE key LIKE '%.pdf'`);
    await expect.poll(async () => (await stored()).rowCount).toBe(0);
  });

  test('is for the author of the comment, a guest included', async () => {
    const id = await annotate();
    const guest = await registerMember(app, owner.organizationId, 'guest', [project.id]);
    const byOther = await announceFile(app, editor, { id });
    expect(byOther).toMatchObject({ status: 403, body: { message: expect.stringContaining('Only its author') } });
    const { id: commentId } = await reply(id, guest.token);
    await attachFile(app, guest, { id, commentId });
    expect(await filesOf(id, guest.token)).toHaveLength(1);
  });

  test('wakes live updates of the annotation', async () => {
    const id = await annotate();
    await attachFile(app, owner, { id });
    const { rows } = await app.services.pool.query(
      `SELECT type FROM events WHERE annotation_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1`,
      [id],
    );
    expect(rows).toEqual([{ type: 'annotation.updated' }]);
  });
});

test('a visitor attaches files to their own texts, and only there', async () => {
  const thread = await annotateAsVisitor();
  const { id } = thread;
  const headers = { 'x-visitor-token': thread.visitorToken };
  const path = `/annotations/${id}/attachments`;
  const announceAs = (body: object, to = path) =>
    rest(app, 'POST', to, { headers, body: { name: 'log.txt', contentType: 'text/plain', ...body } });
  const written = await rest(app, 'POST', `/annotations/${id}/comments`, { headers, body: { content: 'A log' } });
  for (const body of [{}, { commentId: written.body.id }]) {
    const announced = await announceAs(body);
    expect(announced.status).toBe(201);
    const uploaded = await putFile(announced.body.uploadUrl, 'GET /cart 500');
    expect(uploaded).toMatchObject({ status: 200, body: { annotationId: id } });
    expect((await fetch(uploaded.body.url)).status).toBe(200);
  }
  const { id: ofMember } = await reply(id);
  expect((await announceAs({ commentId: ofMember })).status).toBe(403);
  expect((await announceAs({}, `/annotations/${await annotate()}/attachments`)).status).toBe(404);

  const hidden = await rest(app, 'POST', `/annotations/${id}/comments`, {
    token: owner.token,
    body: { content: 'Internal', visibility: 'internal' },
  });
  await attachFile(app, owner, { id, commentId: hidden.body.id });
  expect((await announceAs({ commentId: hidden.body.id })).status).toBe(404);
  const listed = await rest(app, 'GET', path, { headers });
  expect(listed.body).toHaveLength(2);
  expect(await filesOf(id)).toHaveLength(3);

  // The URL of an outsider ends with the visibility of the text; that of a member does not.
  const [forMember] = await filesOf(id);
  await rest(app, 'PUT', `/annotations/${id}/visibility`, { token: owner.token, body: { visibility: 'internal' } });
  expect((await fetch(listed.body[0].url)).status).toBe(404);
  expect((await fetch(forMember.url)).status).toBe(200);
});

test('a visitor deletes own files as long as the text may be changed', async () => {
  const { id, visitorToken } = await annotateAsVisitor();
  const headers = { 'x-visitor-token': visitorToken };
  const path = `/annotations/${id}/attachments`;
  const attach = async () => {
    const announced = await rest(app, 'POST', path, { headers, body: { name: 'log.txt', contentType: 'text/plain' } });
    return (await putFile(announced.body.uploadUrl, 'GET /cart 500')).body.id;
  };
  const remove = (file: string) => rest(app, 'DELETE', `${path}/${file}`, { headers });
  const [first, second] = [await attach(), await attach()];
  expect(await remove(first)).toMatchObject({ status: 200, body: { id: first, deleted: true } });
  expect((await remove(first)).status).toBe(404);

  const { id: commentId } = await reply(id);
  const theirs = await attachFile(app, owner, { id, commentId });
  expect(await remove(theirs.id)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('own files') },
  });
  const other = await annotateAsVisitor();
  const foreign = await rest(app, 'DELETE', `/annotations/${other.id}/attachments/${second}`, { headers });
  expect(foreign.status).toBe(404);

  await app.services.pool.query(`UPDATE annotations SET created_at = now() - interval '16 minutes' WHERE id = $1`, [
    id,
  ]);
  expect(await remove(second)).toMatchObject({ status: 403, body: { message: expect.stringContaining('15 minutes') } });
  expect((await filesOf(id)).map((file: { id: string }) => file.id)).toEqual([second, theirs.id]);
});

test("files of visitors count against the project's hourly quota", async () => {
  const { id, visitorToken } = await annotateAsVisitor();
  const body = { name: 'log.txt', contentType: 'text/plain' };
  const announced = await rest(app, 'POST', `/annotations/${id}/attachments`, {
    headers: { 'x-visitor-token': visitorToken },
    body,
  });
  vi.spyOn(app.services.annotationQuota, 'consume').mockResolvedValueOnce(5_000);
  expect(await putFile(announced.body.uploadUrl, 'text')).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('hourly quota') },
  });
  expect((await putFile(announced.body.uploadUrl, 'text')).status).toBe(200);
});

test('files are exported and erased with their author', async () => {
  const address = `${newId()}@example.com`;
  const { id, visitorToken } = await annotateAsVisitor(address);
  const announced = await rest(app, 'POST', `/annotations/${id}/attachments`, {
    headers: { 'x-visitor-token': visitorToken },
    body: { name: 'holiday.txt', contentType: 'text/plain' },
  });
  await putFile(announced.body.uploadUrl, 'words of a person');
  const { id: commentId } = await reply(id);
  await attachFile(app, owner, { id, commentId });
  const path = `/organizations/${owner.organizationId}/visitors`;
  const exported = await rest(app, 'POST', `${path}/export`, { token: owner.token, body: { email: address } });
  const { records } = (await (await fetch(exported.body.url)).json()) as { records: { table: string; file: string }[] };
  const files = records.filter(({ table }) => table === 'attachments');
  expect(files).toEqual([
    { table: 'attachments', row: expect.objectContaining({ name: 'holiday.txt' }), file: expect.any(String) },
  ]);
  expect(await (await fetch(files[0]?.file ?? '')).text()).toBe('words of a person');
  await rest(app, 'POST', `${path}/erasure`, { token: owner.token, body: { email: address } });
  expect(await filesOf(id)).toEqual([expect.objectContaining({ commentId })]);
  expect((await fetch(files[0]?.file ?? '')).status).toBe(404);
});

describe('a picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('in %s keeps its format, and loses its metadata', async (format) => {
    const photo = await sharp(png)
      .withExif({ IFD0: { Copyright: 'a person' }, IFD3: { GPSLatitude: '48/1 12/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toFormat(format)
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const id = await annotate();
    const { url } = await attachFile(
      app,
      owner,
      { id, name: `photo.${format}`, contentType: `image/${format}` },
      photo,
    );
    const response = await fetch(url);
    expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="photo\./);
    const served = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    // Upright.
    expect(served).toMatchObject({ format, width: 20, height: 30 });
    expect([served.exif, served.orientation]).toEqual([undefined, undefined]);
  });

  test('that moves becomes its first frame', async () => {
    const frames = Buffer.concat([10, 200].map((value) => Buffer.alloc(8 * 8 * 3, value)));
    const gif = await sharp(frames, { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
      .gif()
      .toBuffer();
    const id = await annotate();
    const file = await attachFile(app, owner, { id, name: 'steps.gif', contentType: 'image/gif' }, gif);
    expect(file).toMatchObject({ contentType: 'image/png', name: 'steps.gif' });
    const response = await fetch(file.url);
    expect(response.headers.get('content-disposition')).toContain('filename="steps.gif.png"');
    const served = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(served).toMatchObject({ format: 'png', width: 8, height: 8 });
  });
});

describe('an upload of bad content stores nothing', () => {
  const SVG = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const cases: [string, string, () => Uint8Array | string, RegExp][] = [
    ['a PNG that is text', 'image/png', () => 'Hello', /The file is text\/plain, but contentType was image\/png/],
    ['a text that is a PNG', 'text/plain', () => png, /The file is image\/png, but contentType was text\/plain/],
    ['an SVG with a script', 'image/png', () => SVG, /SVG, HTML or XML, which can contain scripts/],
    ['an SVG as text', 'text/plain', () => SVG, /SVG, HTML or XML, which can contain scripts/],
    ['HTML as text', 'text/plain', () => '<!doctype html><script>alert(1)</script>', /SVG, HTML or XML/],
    ['a decompression bomb', 'image/png', () => decompressionBomb(20_000, 20_000), /more than 50 million pixels/],
    ['half a picture', 'image/png', () => png.subarray(0, png.length / 2), /damaged, incomplete/],
    ['half a PDF', 'application/pdf', () => PDF.slice(0, 20), /incomplete, or of no accepted type/],
    ['a program', 'application/pdf', () => Buffer.from('MZ\0\0'), /no accepted type/],
    ['no bytes', 'text/plain', () => '', /The file is empty/],
  ];
  test.each(cases)('%s', async (_name, contentType, content, message) => {
    const id = await annotate();
    const { uploadUrl } = await announce({ id, contentType });
    const { status, body } = await putFile(uploadUrl, content());
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
    expect(await filesOf(id)).toEqual([]);
    // The URL can be used for the right file.
    const right = { 'image/png': png, 'application/pdf': PDF, 'text/plain': 'text' }[contentType] ?? '';
    expect((await putFile(uploadUrl, right)).status).toBe(200);
  });

  test.each([
    ['with its length', 10 * 1024 * 1024 + 1],
    ['in chunks', undefined],
  ])('over 10 MiB, sent %s', async (_name, length) => {
    const id = await annotate();
    const { uploadUrl } = await announce({ id });
    const body = Buffer.alloc(10 * 1024 * 1024 + 1, 'a');
    const stream = new ReadableStream({
      start(controller) {
        for (let at = 0; at < body.length; at += 65_536) controller.enqueue(body.subarray(at, at + 65_536));
        controller.close();
      },
    });
    const init = { method: 'PUT', body: length ? body : stream, duplex: 'half' } as RequestInit;
    const response = await fetch(uploadUrl, init);
    expect(response.status).toBe(413);
    expect((await response.json()).message).toContain('10485760 bytes');
    expect(await filesOf(id)).toEqual([]);
  });

  test('a text of 10 MiB is accepted', async () => {
    const id = await annotate();
    const { uploadUrl } = await announce({ id });
    expect((await putFile(uploadUrl, Buffer.alloc(10 * 1024 * 1024, 'a'))).body.size).toBe(10 * 1024 * 1024);
  });

  test('that stops halfway', async () => {
    const id = await annotate();
    const { uploadUrl } = await announce({ id });
    const put = vi.spyOn(app.services.objects, 'put');
    const { port, pathname, search } = new URL(uploadUrl);
    const looked = vi.spyOn(app.services.rateLimitStore, 'increment');
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nhalf of it`);
    await expect.poll(() => looked.mock.calls.length).toBeGreaterThan(0);
    socket.destroy();
    expect((await putFile(uploadUrl, 'all of it')).status).toBe(200);
    expect(put).toHaveBeenCalledTimes(1);
    expect((await filesOf(id))[0].size).toBe(9);
  });
});

describe('an upload URL', () => {
  test('works once, also at the same time', async () => {
    const id = await annotate();
    const { uploadUrl } = await announce({ id });
    const both = await Promise.all(['one', 'two'].map((text) => putFile(uploadUrl, text)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const again = await putFile(uploadUrl, 'three');
    expect(again).toMatchObject({ status: 400, body: { message: expect.stringContaining('uploaded already') } });
    expect(await filesOf(id)).toHaveLength(1);
  });

  test('expires, and is that of one attachment', async () => {
    const id = await annotate();
    const [first, second] = [await announce({ id }), await announce({ id })];
    const stranger = await registerUser(app);
    const theirs = await createProject(app, stranger);
    const { id: foreign } = await createAnnotation(app, stranger, theirs.id);
    const other = (await announceFile(app, stranger, { id: foreign })).body;
    await app.services.pool.query(`UPDATE attachments SET expires_at = now() WHERE id = $1`, [first.id]);
    const changed = [
      first.uploadUrl,
      second.uploadUrl.replace(second.id, other.id),
      other.uploadUrl.replace(other.id, second.id),
      second.uploadUrl.replace(/expires=\d+/, `expires=${Date.now() + 1e9}`),
      second.uploadUrl.replace(/\?.*/, ''),
      second.uploadUrl.replace(second.id, 'no-id'),
    ];
    for (const url of changed) {
      expect(await putFile(url, 'text')).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('expired or was changed') },
      });
    }
    expect((await announceFile(app, stranger, { id })).status).toBe(404);
    expect(
      (await rest(app, 'DELETE', `/annotations/${foreign}/attachments/${second.id}`, { token: stranger.token })).status,
    ).toBe(404);
  });

  test('ends with its comment, its annotation and its project', async () => {
    const id = await annotate();
    const { id: commentId } = await reply(id);
    const ofReply = await announce({ id, commentId });
    const stored = await attachFile(app, owner, { id, commentId });
    await rest(app, 'DELETE', `/annotations/${id}/comments/${commentId}`, { token: owner.token });
    expect((await putFile(ofReply.uploadUrl, 'text')).status).toBe(404);
    expect((await fetch(stored.url)).status).toBe(404);

    const ofAnnotation = await announce({ id });
    const file = await attachFile(app, owner, { id });
    expect((await fetch(file.url)).status).toBe(200);
    await rest(app, 'DELETE', `/annotations/${id}`, { token: owner.token });
    expect((await putFile(ofAnnotation.uploadUrl, 'text')).status).toBe(404);
    expect((await fetch(file.url)).status).toBe(404);
    await app.services.pool.query(`UPDATE annotations SET deleted_at = now() - interval '31 days' WHERE id = $1`, [id]);
    await purgeExpired(systemContext(app.services));
    await sweepObjects(systemContext(app.services));
    const { rowCount } = await app.services.pool.query('SELECT FROM attachments WHERE annotation_id = $1', [id]);
    expect(rowCount).toBe(0);
  });

  test('ends with the access that it was created with', async () => {
    const ended = { status: 403, body: { message: expect.stringContaining('has ended') } };
    const member = await registerMember(app, owner.organizationId, 'editor');
    const token = await createPersonalToken(app, member);
    const id = await annotate(member);
    const byMember = (await announceFile(app, member, { id })).body.uploadUrl;
    const byToken = (await announceFile(app, token, { id })).body.uploadUrl;
    await revokeToken(app, token.id);
    expect(await putFile(byToken, 'text')).toMatchObject(ended);
    const setMembership = (to: string) =>
      app.services.pool.query(`UPDATE memberships SET ${to} WHERE user_id = $1 AND organization_id = $2`, [
        member.id,
        owner.organizationId,
      ]);
    await setMembership(`role = 'viewer'`);
    expect(await putFile(byMember, 'text')).toMatchObject(ended);
    await setMembership(`role = 'editor', all_projects = false`);
    expect(await putFile(byMember, 'text')).toMatchObject(ended);
    await setMembership('all_projects = true');
    expect(await putFile(byMember, 'text')).toMatchObject({ status: 200 });

    const thread = await annotateAsVisitor();
    const headers = { 'x-visitor-token': thread.visitorToken };
    const body = { name: 'log.txt', contentType: 'text/plain' };
    const announced = await rest(app, 'POST', `/annotations/${thread.id}/attachments`, { headers, body });
    const allow = (publicFeedback: boolean) =>
      rest(app, 'PATCH', `/projects/${project.id}`, { token: owner.token, body: { publicFeedback } });
    await allow(false);
    expect(await putFile(announced.body.uploadUrl, 'text')).toMatchObject(ended);
    await allow(true);
    expect((await putFile(announced.body.uploadUrl, 'text')).status).toBe(200);
  });

  test('takes ten tries', async () => {
    const { uploadUrl } = await announce({ id: await annotate() });
    for (let n = 0; n < 10; n++) expect((await putFile(uploadUrl, '')).status).toBe(400);
    expect((await putFile(uploadUrl, 'text')).status).toBe(429);
  });

  test('that nobody uses is removed', async () => {
    const { id } = await announce({ id: await annotate() });
    const isThere = async () => (await app.services.pool.query('SELECT FROM attachments WHERE id = $1', [id])).rowCount;
    await purgeExpired(systemContext(app.services));
    expect(await isThere()).toBe(1);
    await app.services.pool.query(`UPDATE attachments SET expires_at = now() - interval '25 hours' WHERE id = $1`, [
      id,
    ]);
    await purgeExpired(systemContext(app.services));
    expect(await isThere()).toBe(0);
  });
});

test('an eleventh file is rejected, when it is announced and when it is uploaded', async () => {
  const id = await annotate();
  const announced = [];
  for (let n = 0; n < 11; n++) announced.push(await announce({ id }));
  const uploads = await Promise.all(announced.map(({ uploadUrl }, n) => putFile(uploadUrl, `file ${n}`)));
  expect(uploads.filter(({ status }) => status === 200)).toHaveLength(10);
  const rejected = { status: 400, body: { message: expect.stringContaining('has 10 files, which is the limit') } };
  expect(uploads.find(({ status }) => status !== 200)).toMatchObject(rejected);
  expect(await announceFile(app, owner, { id })).toMatchObject(rejected);
  // A reply has a limit of its own.
  await attachFile(app, owner, { id, commentId: (await reply(id)).id });
});

test.each([
  [{ name: '' }, /name: must not be empty/],
  [{ name: '\n' }, /name: must not be empty/],
  [{ name: 'a'.repeat(121) }, /name: must have at most 120 characters/],
  [{ contentType: 'image/svg+xml' }, /contentType: must be one of image\/png/],
  [{ contentType: 'text/html' }, /contentType: must be one of/],
  [{ commentId: 'none' }, /commentId: must be a UUID/],
])('%j is rejected', async (change, message) => {
  const { status, body } = await announceFile(app, owner, { id: await annotate(), ...change });
  expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
});

test.each([
  '<script>alert(1)</script>.png',
  '"; filename="evil.html',
  "'onmouseover='alert(1).txt",
  'a\r\nSet-Cookie: session=1.txt',
  '../../etc/passwd',
  'page.html',
  '\u202egnp.exe',
])('the name %j is text', async (name) => {
  const id = await annotate();
  const { url } = await attachFile(app, owner, { id, name }, '<b>text</b>');
  const response = await fetch(url);
  const disposition = response.headers.get('content-disposition') ?? '';
  expect(disposition).toMatch(
    /^attachment; filename="[A-Za-z0-9 ._()-]+\.txt"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+\.txt$/,
  );
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toBe('<b>text</b>');
  expect((await filesOf(id))[0].name).toBe(withoutDirections(name.replace(/\s+/g, ' ')));
});

test('a lost file has no URL', async () => {
  const id = await annotate();
  const { url } = await attachFile(app, owner, { id }, 'lost soon');
  const { rows } = await app.services.pool.query<{ key: string }>(
    'SELECT object_key AS key FROM attachments WHERE annotation_id = $1',
    [id],
  );
  await flagMissing(systemContext(app.services), rows[0]?.key ?? '');
  expect(await filesOf(id)).toEqual([expect.objectContaining({ url: null, name: 'log.txt' })]);
  expect((await fetch(url)).status).toBe(404);
});
