// Cost: about 1 min: the demo with its history, which takes real captures of two releases.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ShownDemo, startShownDemo } from '../dashboard/support/shown-demo.ts';
import { graphql } from '../support/client.ts';

let demo: ShownDemo;
beforeAll(async () => {
  demo = await startShownDemo();
}, 600_000);
afterAll(() => demo?.close());

const REPORT = `query ($id: ID!) { deployment(id: $id) { verdicts {
  annotationNumber verdict effect isLiteralMet evidence } } }`;

interface ShownVerdict {
  annotationNumber: number;
  verdict: string;
  effect: string | null;
  isLiteralMet: boolean | null;
  evidence: Record<string, unknown> & { styles: unknown[] };
}

test('the first report of the demo says nothing that is not so', async () => {
  const { data } = await graphql(demo, REPORT, { id: demo.ids.deployment }, { token: demo.token });
  const verdicts: ShownVerdict[] = data.deployment.verdicts;
  const said = (effect: string) => verdicts.filter((verdict) => verdict.effect === effect);
  // The redesign says “Visit us”, and answers no other comment by the words of it.
  expect(said('does_it')).toEqual([expect.objectContaining({ annotationNumber: 5, isLiteralMet: true })]);
  expect(said('does_it')[0]?.evidence.text).toMatchObject({ before: 'Workshop', after: 'Visit us' });
  expect(said('went_back')).toEqual([]);
  for (const { verdict, effect, evidence } of verdicts) {
    const { text, styles, size, pixels, place, order } = evidence;
    const isShown = Boolean(text || size || pixels || place || order) || styles.length > 0;
    if (verdict === 'changed') expect(isShown).toBe(true);
    if (verdict === 'unchanged' || verdict === 'unknown') expect(effect).toBeNull();
  }
});
