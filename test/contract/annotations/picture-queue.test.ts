import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { announceFile, putFile } from '../../support/attachments.ts';
import { rest } from '../../support/client.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { createPicture, decompressionBomb, toPng } from '../../support/pictures.ts';
import { useTestApp } from '../../support/use-test-app.ts';

const app = useTestApp();
let owner: TestUser;
let project: { id: string; projectKey: string };
let other: { id: string; projectKey: string };
beforeAll(async () => {
  owner = await registerUser(app);
  project = await createProject(app, owner);
  other = await createProject(app, await registerUser(app));
});
afterEach(() => vi.restoreAllMocks());

const dataUrl = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;
const small = async () => dataUrl(await toPng(createPicture(30, 20, (x, y) => [x, y, 90])));

const comment = (projectKey: string, picture: string) =>
  rest(app, 'POST', '/annotations/public', {
    body: { projectKey, content: 'Late', url: 'https://shop.example/', metadata: { diagnostics: { picture } } },
  });

const isStored = async (id: string) => {
  const { rows } = await app.services.pool.query('SELECT picture_key FROM annotations WHERE id = $1', [id]);
  return rows[0].picture_key !== null;
};

test('a picture of 5500 × 5500 pixels of a visitor is not decoded; one of a large screen is', async () => {
  const decoded = async (width: number, height: number) => {
    const { body, status } = await comment(project.projectKey, dataUrl(decompressionBomb(width, height)));
    expect(status).toBe(201);
    return isStored(body.id);
  };
  expect(await decoded(5_500, 5_500)).toBe(false);
  expect(await decoded(2_560, 1_600)).toBe(true);
});

test('a flood of pictures gets 503 with Retry-After, and those of another tenant do not wait for it', async () => {
  const bomb = dataUrl(decompressionBomb(2_236, 2_236));
  const flood = Array.from({ length: 50 }, () => comment(project.projectKey, bomb));
  const picture = await small();
  const first = await Promise.race(flood);
  const { body, status } = await comment(other.projectKey, picture);
  expect(status).toBe(201);
  expect(await isStored(body.id)).toBe(true);
  const { rows } = await app.services.pool.query(
    'SELECT count(*)::int AS stored FROM annotations WHERE project_id = $1 AND picture_key IS NOT NULL',
    [project.id],
  );
  // Its turn came before the rest of the flood was decoded.
  expect(rows[0].stored).toBeLessThan(25);
  const responses = [first, ...(await Promise.all(flood))];
  const refused = responses.filter((response) => response.status === 503);
  expect(refused.length).toBeGreaterThan(10);
  expect(new Set(responses.map((response) => response.status))).toEqual(new Set([201, 503]));
  for (const { headers, body: error } of refused) {
    expect(headers.get('retry-after')).toBe('10');
    expect(error.message).toMatch(/Too many pictures are being processed/);
  }
});

async function announceAsVisitor(): Promise<string> {
  const { body } = await comment(project.projectKey, '');
  const announced = await rest(app, 'POST', `/annotations/${body.id}/attachments`, {
    headers: { 'x-visitor-token': body.visitorToken },
    body: { name: 'photo.png', contentType: 'image/png' },
  });
  return announced.body.uploadUrl;
}

test('a file of a visitor has at most 25 million pixels, one of a member 50 million', async () => {
  const picture = decompressionBomb(5_500, 5_500);
  expect(await putFile(await announceAsVisitor(), picture)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('more than 25 million pixels') },
  });
  const { id } = await createAnnotation(app, owner, project.id);
  const { body } = await announceFile(app, owner, { id, name: 'photo.png', contentType: 'image/png' });
  expect((await putFile(body.uploadUrl, picture)).status).toBe(200);
});

test('pixels of visitors count against the hourly quota before they are decoded', async () => {
  const consume = vi.spyOn(app.services.annotationQuota, 'consume');
  const picture = decompressionBomb(3_200, 1_000);
  const uploadUrl = await announceAsVisitor();
  consume.mockClear();
  await putFile(uploadUrl, picture);
  const counted = () => consume.mock.calls.map(([, , bytes]) => bytes);
  expect(counted()).toEqual([2_048 + picture.length, 2_048 + 100_000]);

  consume.mockClear();
  await comment(project.projectKey, dataUrl(picture));
  const [withPixels = 0] = counted();
  consume.mockClear();
  await comment(project.projectKey, dataUrl(picture).replace('data:', 'text:'));
  expect(counted()).toEqual([withPixels - 100_000]);

  const overQuota = await announceAsVisitor();
  consume.mockResolvedValueOnce(undefined).mockResolvedValueOnce(5_000);
  expect((await putFile(overQuota, picture)).status).toBe(429);
});
