import type { Context } from '../../../../context.ts';
import { HOUR_MS } from '../../../../lib/durations.ts';
import { collect } from '../../collection/collect.ts';
import { recordPageEvent } from '../../collection/record-page-event.ts';
import type { Demo } from '../ensure-demo.ts';
import { DEMO_VIEWPORTS, type DemoCapture, elementOf, firstCapture } from './captures.ts';
import { visiting } from './colleagues.ts';
import { findEnvironments } from './environments.ts';

const SESSIONS = 64;
/** Events a day older than their arrival would count at the arrival. */
const PERIOD_MS = 23 * HOUR_MS;
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';

/** Clicked elements of production, each with the share of sessions that click it. */
const CLICKED = [
  { tag: 'a', text: 'See the collection', share: 0.7 },
  { tag: 'button', text: 'Add to basket', share: 0.55 },
  { tag: 'h3', text: 'Moss mug', share: 0.4 },
  { tag: 'h3', text: 'Twig vase', share: 0.3 },
  { tag: 'span', text: '€ 95', share: 0.3 },
  { tag: 'li', text: 'Ships in three days', share: 0.2 },
  { tag: 'h1', text: 'Tableware made to be used every day', share: 0.15 },
  { tag: 'button', text: 'Send message', share: 0.12 },
];

type Collecting = Parameters<typeof collect>[0] & Context<'objects' | 'pool'>;

/** Records visits of production's page with clicks on the elements of its first capture. */
export async function collectActivity(ctx: Collecting, demo: Demo): Promise<void> {
  const { production } = await findEnvironments(ctx, demo);
  const capture = production && (await firstCapture(ctx, production));
  if (!production || !capture) return;
  const now = Date.now();
  const random = sequence();
  await Promise.all(
    Array.from({ length: SESSIONS }, async (_, index) => {
      const key = `visit-${index}`;
      const sessionId = `demo-${demo.projectId}-${index}`;
      const timestamp = Math.round(now - PERIOD_MS * (1 - (index + random()) / SESSIONS));
      const { projectKey } = demo;
      const visitor = { ...visiting(ctx, demo, key), userAgent: USER_AGENT };
      const events = clicksOf(capture, timestamp, random);
      await recordPageEvent(visitor, {
        projectKey,
        type: 'page_view',
        data: { url: production.url, sessionId, timestamp, viewport: DEMO_VIEWPORTS.desk },
      });
      if (events.length === 0) return;
      await collect(visitor, { projectKey, timestamp: now, url: production.url, sessionId, events });
    }),
  );
}

function clicksOf(capture: DemoCapture, start: number, random: () => number): object[] {
  return CLICKED.flatMap(({ share, ...description }, index) => {
    const element = elementOf(capture, description);
    if (!element || random() > share) return [];
    const [x, y, width, height] = element.box;
    // Denser around the middle of the element, as clicks of people are.
    const around = (length: number) => length * (0.5 + (random() + random() - 1) * 0.42);
    const { tag, selector, xpath, text } = element;
    return {
      type: 'click',
      timestamp: start + (index + 1) * 4_000,
      elementMetadata: { tag, selector, xpath, text },
      position: { x: Math.round(x + around(width)), y: Math.round(y + around(height)) },
    };
  });
}

/** Returns numbers from 0 to 1 that look random and are the same in each run. */
function sequence(): () => number {
  let state = 42;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
