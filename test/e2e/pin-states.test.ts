// Cost: about 40 s: one page in the overlay, the panel, a capture and the dashboard.
import { expect, test } from 'vitest';
import { type OverlayPage, openPage } from '../clients/support/overlay-page.ts';
import { useDashboard } from '../dashboard/support/dashboard.ts';
import { graphql } from '../support/client.ts';
import { bundleEngine } from '../support/client-bundle.ts';
import { createAnnotation } from '../support/factories.ts';
import { listOrigins } from '../support/panel.ts';
import { idsOnScreen } from '../support/shown-ids.ts';
import { sweepPage } from '../support/snapshots.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { ROOT, useOverlayPanelSite } from './overlay-panel-site.ts';
import { press, see } from './panel-actions.ts';

const app = useTestApp({ jobs: true });
const bench = useOverlayPanelSite(app);
const { logIn } = useDashboard(app);

const INTRO = 'Rakes, spades and seeds from twelve small workshops of the region';
const BEFORE = `<h1>Everything for the garden</h1><p id="intro">${INTRO}</p>
  <div id="promo">Until Sunday: a watering can with every order</div><a id="help" href="/delivery">Delivery and returns</a>`;
/** The heading stays, the intro has a copy, the promotion is gone and another text resembles it. */
const AFTER = `<h1>Everything for the garden</h1><p>${INTRO}</p><p>${INTRO}</p>
  <a href="/delivery">Delivery and returns</a><div>Closed on Monday</div>`;
const COMMENTS = { h1: 'About the heading', '#intro': 'About the intro', '#promo': 'About the promotion' };
const STATES = { h1: 'bound', '#intro': 'moved', '#promo': 'orphaned' } as const;
type Selector = keyof typeof COMMENTS;
const SELECTORS = Object.keys(COMMENTS) as Selector[];

/** Says what a text about a place says. */
const stateIn = (text: string): string =>
  /perhaps|may/i.test(text) ? 'moved' : /\bnot on\b/i.test(text) ? 'orphaned' : /\bon\b/i.test(text) ? 'bound' : text;

/** Creates a comment on each element as the overlay does. */
async function annotate(url: string): Promise<Map<Selector, string>> {
  const page = await bench.browser.newPage();
  await page.evaluateOnNewDocument(await bundleEngine());
  await page.goto(url);
  const ids = new Map<Selector, string>();
  for (const selector of SELECTORS) {
    const metadata = await page.evaluate(
      `JSON.parse(JSON.stringify(pin.fingerprint(document.querySelector('${selector}'))))`,
    );
    const content = COMMENTS[selector];
    const { id } = await createAnnotation(app, bench.owner, bench.project.id, { url, content, metadata });
    ids.set(selector, id);
  }
  await page.close();
  return ids;
}

/** States in the overlay's list, by the headings of its sections, and in its thread. */
async function statesInOverlay(overlay: OverlayPage, content: string): Promise<string[]> {
  const heading = await overlay.page.evaluate(`{
    const row = [...${ROOT}.querySelectorAll('.drawer .row')].find((e) => e.textContent.includes('${content}'));
    row.click();
    row.closest('ul').previousElementSibling.firstChild.data }`);
  await overlay.until(`${ROOT}.querySelector('.dialog .thread')?.textContent.includes('${content}')`);
  const note = String(
    await overlay.page.evaluate(
      `(({ hidden, innerText }) => hidden ? 'on' : innerText)(${ROOT}.querySelector('.place'))`,
    ),
  );
  const ofThread = { on: 'bound' }[note] ?? stateIn(note);
  return [stateIn(String(heading)), ofThread];
}

test('the overlay, the panel, a capture, the API and the dashboard say the same about each pin of a page, without a UUID', async () => {
  const { owner, project, site } = bench;
  const url = `${site.sameSite}/`;
  await listOrigins(app, owner, project.id, [site.origin, site.sameSite]);
  bench.serve('/', BEFORE);
  const ids = await annotate(url);
  bench.serve('/', AFTER);
  const idOf = (selector: Selector) => ids.get(selector) ?? '';

  const { rebinding } = await sweepPage(app, owner, project.id, url);
  expect(rebinding).toMatchObject({ bound: 1, moved: 1, orphaned: 1 });
  const query = `query($id: ID!) { annotation(id: $id) { anchor { state candidates { confidence } }
    snapshotPins(first: 1) { nodes { state } } } }`;
  for (const selector of SELECTORS) {
    const { data } = await graphql(app, query, { id: idOf(selector) }, { token: owner.token });
    const { anchor, snapshotPins } = data.annotation;
    expect([anchor.state, snapshotPins.nodes[0].state], selector).toEqual([STATES[selector], STATES[selector]]);
    expect(anchor.candidates.length > 0, selector).toBe(STATES[selector] === 'moved');
  }

  const visitor = await openPage(await bench.browser.createBrowserContext(), url);
  await visitor.click('.badge.warn');
  await visitor.see('.drawer .row');
  for (const selector of SELECTORS) {
    const states = await statesInOverlay(visitor, COMMENTS[selector]);
    expect(await idsOnScreen(visitor.page)).toEqual([]);
    expect(states, selector).toEqual([STATES[selector], STATES[selector]]);
  }

  const member = await openPage(await bench.browser.createBrowserContext(), url);
  const panel = await bench.enter(member, COMMENTS.h1);
  await see(panel, 'Perhaps moved on the page now');
  await see(panel, 'Not on the page now');
  expect(await idsOnScreen(panel)).toEqual([]);
  for (const selector of SELECTORS) {
    await panel.locator(`[data-id="${idOf(selector)}"] a, a[data-id="${idOf(selector)}"]`).click();
    const text = { bound: 'On the page now', moved: 'Perhaps moved on the page now', orphaned: 'Not on the page now' };
    await see(panel, text[STATES[selector]]);
    expect(await idsOnScreen(panel)).toEqual([]);
    if (STATES[selector] === 'moved') {
      await press(panel, 'Show another place');
      await press(panel, 'It is here');
      await see(panel, 'Move the pin to this element?');
      await press(panel, 'Cancel');
      await see(panel, 'It is here');
    }
    await panel.locator('button[aria-label="Back to the list"]').click();
  }

  for (const selector of SELECTORS) {
    const dashboard = await logIn(owner, `/projects/${project.id}/comments/${idOf(selector)}`);
    const place = {
      bound: 'On the picture of',
      moved: 'Perhaps moved on the picture of',
      orphaned: 'Not on the picture of',
    };
    await dashboard.see(place[STATES[selector]]);
    if (STATES[selector] !== 'moved') continue;
    await dashboard.see('It may be one of these');
    expect(await dashboard.violations()).toEqual([]);
    expect(dashboard.problems).toEqual([]);
  }
});
