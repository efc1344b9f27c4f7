import { systemContext } from '../../src/context.ts';
import { countBatches } from '../../src/resolvers/addons/collection/count-batches.ts';
import { mergePendingChanges } from '../../src/resolvers/addons/collection/structures/merge-pending-changes.ts';
import type { TestApp } from './test-app.ts';

/** The button on the page of {@link snapshot}. */
export const BUTTON = { selector: '#buy', xpath: '/html/body/button', tag: 'button', text: 'Buy' };

export const click = (timestamp: number, members: object = {}) => ({
  type: 'click',
  timestamp,
  elementMetadata: BUTTON,
  position: { x: 20, y: 40 },
  ...members,
});

/** A page with a price and a button. */
export const snapshot = (price = '10 €', members: object = {}) => ({
  timestamp: 1_700_000_000_000,
  url: 'https://shop.example/cart',
  title: 'Cart',
  elements: [
    { ref: 0, tag: 'html', step: 'html', box: [0, 0, 1280, 900] },
    { ref: 1, parent: 0, tag: 'body', step: 'body', box: [0, 0, 1280, 900] },
    { ref: 2, parent: 1, tag: 'p', step: 'p', text: price, classes: ['price'], style: 0, box: [8, 8, 200, 20] },
    { ref: 3, parent: 1, tag: 'button', step: 'button', id: 'buy', text: 'Buy', style: 0, box: [8, 30, 80, 24] },
  ],
  styles: [{ color: 'rgb(0, 0, 0)' }],
  assets: [{ kind: 'image', url: 'https://shop.example/logo.png' }],
  fonts: ['Inter'],
  viewport: { width: 1280, height: 720 },
  ...members,
});

/** A batch as the embed script sends it. */
export const createBatch = (projectKey: string, members: object = {}) => ({
  projectKey,
  timestamp: Date.now(),
  url: 'https://shop.example/cart',
  userAgent: 'Mozilla/5.0',
  sessionId: 'session-1',
  events: [click(Date.now())],
  ...members,
});

/** Resolves when all stored batches are counted and all page changes are merged. */
export async function waitUntilCounted({ services }: TestApp): Promise<void> {
  const { pool } = services;
  const deadline = Date.now() + 30_000;
  for (;;) {
    await countBatches(pool);
    await mergePendingChanges(systemContext(services));
    const { rows } = await pool.query(
      '(SELECT 1 FROM collected_uncounted LIMIT 1) UNION ALL (SELECT 1 FROM page_changes LIMIT 1)',
    );
    if (rows.length === 0) return;
    if (Date.now() > deadline) throw new Error('not counted within 30 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
