import { expect } from 'vitest';
import { systemContext } from '../../src/context.ts';
import type { LocatedPin } from '../../src/infrastructure/capture/located-pin.ts';
import type { PageElement, PageRecord } from '../../src/infrastructure/capture/page-record.ts';
import { newId } from '../../src/infrastructure/database/ids.ts';
import { credentialsOfCapture } from '../../src/resolvers/core/environments/credentials-of-capture.ts';
import { findPins, type Pin } from '../../src/resolvers/core/reanchoring/find-pins.ts';
import type { ClaimedSnapshot } from '../../src/resolvers/core/snapshots/claim-snapshot.ts';
import { completeSnapshot } from '../../src/resolvers/core/snapshots/complete-snapshot.ts';
import { SNAPSHOT_COLUMNS } from '../../src/resolvers/core/snapshots/require-snapshot.ts';
import { rest } from './client.ts';
import { type Picture, toPng } from './pictures.ts';
import type { TestApp } from './test-app.ts';

/** An element of a page record; defaults are those of an empty page. */
export const pageElement = (
  selector: string,
  box: PageElement['box'],
  more: Partial<Omit<PageElement, 'style'>> & { style?: Partial<PageElement['style']> } = {},
): PageElement => ({
  selector,
  xpath: `/html/body/*[name()="${selector}"]`,
  tag: 'div',
  id: /^#[\w-]+$/.test(selector) ? selector.slice(1) : '',
  classes: [],
  text: '',
  box,
  ...more,
  style: {
    color: 'rgb(0, 0, 0)',
    backgroundColor: 'rgba(0, 0, 0, 0)',
    borderColor: 'rgb(0, 0, 0)',
    fontSize: '16px',
    fontWeight: '400',
    fontFamily: 'sans-serif',
    opacity: '1',
    ...more.style,
  },
});

const pageRecord = ({ width, height }: Picture, elements: PageElement[], browser: string): PageRecord => ({
  title: 'Cart',
  finalUrl: 'https://shop.example/cart',
  status: 200,
  width,
  height,
  scale: 1,
  browser,
  isStill: true,
  isComplete: true,
  consoleErrors: [],
  failedRequests: [],
  durationMs: 10,
  elements,
});

/**
 * Stores a completed snapshot without a browser: requested over the API, stored like by a worker.
 */
export const storeSnapshot = (
  app: TestApp,
  owner: { token: string },
  projectId: string,
  picture: Picture,
  elements: PageElement[] = [],
  browser = 'Test/1',
): Promise<{ id: string }> =>
  store(app, owner, { projectId, picture, record: pageRecord(picture, elements, browser), locate: () => undefined });

/**
 * Stores a completed snapshot without a browser, on which pins are on the element with their
 * selector.
 */
export const storeLocatedSnapshot = (
  app: TestApp,
  owner: { token: string },
  page: { projectId: string; picture: Picture; elements: PageElement[]; record?: Partial<PageRecord> },
): Promise<{ id: string }> => {
  const record = { ...pageRecord(page.picture, page.elements, 'Test/1'), ...page.record };
  return store(app, owner, {
    ...page,
    record,
    locate: locateBySelector(page.elements),
  });
};

/** Finds pins on the element with their selector. */
const locateBySelector =
  (elements: readonly PageElement[]) =>
  ({ fingerprints: [fingerprint] }: Pin): LocatedPin => {
    const { selector } = fingerprint as { selector?: string };
    const found = elements.find((element) => element.selector === selector);
    if (!found) return { state: 'orphaned', confidence: 0.9, candidates: [] };
    const [x, y, width, height] = found.box;
    const candidate = { confidence: 0.95, fingerprint: { selector }, box: { x, y, width, height } };
    return { state: 'bound', confidence: 0.95, candidates: [candidate] };
  };

/** A page as the next capture of it finds it. */
export interface ShownPage {
  picture: Picture;
  elements?: PageElement[];
  record?: Partial<PageRecord>;
  /** Default: pins are on the elements with their selectors. */
  locate?: (pin: Pin) => LocatedPin;
}

/** Completes a claimed snapshot. */
export function completeWith(app: TestApp, claimed: ClaimedSnapshot, page: ShownPage): Promise<void> {
  const { picture, elements = [], locate = locateBySelector(elements) } = page;
  const record = { ...pageRecord(picture, elements, 'Test/1'), finalUrl: claimed.url, ...page.record };
  return completeClaimed(app, claimed, { picture, record, locate });
}

interface StoredPage {
  projectId: string;
  picture: Picture;
  record: PageRecord;
  locate: (pin: Pin) => LocatedPin | undefined;
}

async function store(
  app: TestApp,
  { token }: { token: string },
  { projectId, picture, record, locate }: StoredPage,
): Promise<{ id: string }> {
  const requested = await rest(app, 'POST', '/v1/snapshots', {
    token,
    body: { projectId, url: 'https://shop.example/cart' },
  });
  if (requested.status !== 202) throw new Error(`no snapshot: ${requested.body.message}`);
  const { rows } = await app.services.pool.query<ClaimedSnapshot>(
    `WITH s AS (UPDATE snapshots SET lease_id = $2, lease_expires_at = now() + interval '1 hour' WHERE id = $1 RETURNING *)
     SELECT ${SNAPSHOT_COLUMNS}, p.organization_id AS "organizationId" FROM s JOIN projects p ON p.id = s.project_id`,
    [requested.body.data.id, newId()],
  );
  const [claimed] = rows;
  if (!claimed) throw new Error('the snapshot was deleted');
  await completeClaimed(app, claimed, { picture, record, locate });
  return { id: claimed.id };
}

/** Completes a claimed snapshot like a worker. */
async function completeClaimed(
  app: TestApp,
  claimed: ClaimedSnapshot,
  { picture, record, locate }: Omit<StoredPage, 'projectId'>,
): Promise<void> {
  const ctx = systemContext(app.services);
  const pins = (await findPins(ctx, claimed)).flatMap((pin) => {
    const located = locate(pin);
    return located ? [{ pin, located }] : [];
  });
  const capture = { image: await toPng(picture), record, located: pins.map(({ located }) => located) };
  const credentials = await credentialsOfCapture(ctx, claimed);
  await completeSnapshot(ctx, claimed, { capture, pins: pins.map(({ pin }) => pin), credentials });
}

/** Sweeps a page over the API and waits for the end. */
export async function sweepPage(app: TestApp, { token }: { token: string }, projectId: string, url: string) {
  const { status, body } = await rest(app, 'POST', `/v1/projects/${projectId}/rebind-sweep`, { token, body: { url } });
  expect([status, body.data.status]).toEqual([202, 'processing']);
  const read = async () => (await rest(app, 'GET', `/v1/snapshots/${body.data.id}`, { token })).body.data;
  await expect.poll(async () => (await read()).status).toBe('completed');
  return read();
}
