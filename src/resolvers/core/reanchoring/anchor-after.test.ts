import { expect, test } from 'vitest';
import type { AnchorState } from '../../../generated/prisma/client.ts';
import type { LocatedPin, PinCandidate } from '../../../infrastructure/capture/page/locate-pins.ts';
import { nextAnchor } from './anchor-after.ts';

const CANDIDATE: PinCandidate = {
  confidence: 0.9,
  fingerprint: { selector: '#a' },
  box: { x: 1, y: 2, width: 3, height: 4 },
};
const located = (state: LocatedPin['state'], candidates = [CANDIDATE]): LocatedPin => ({
  state,
  confidence: 0.6,
  candidates,
});

test.each<[AnchorState, LocatedPin['state'], AnchorState]>([
  ['bound', 'bound', 'bound'],
  ['moved', 'bound', 'bound'],
  ['orphaned', 'bound', 'bound'],
  ['rebound', 'bound', 'rebound'],
  ['bound', 'moved', 'moved'],
  ['rebound', 'moved', 'moved'],
  ['rebound', 'orphaned', 'orphaned'],
])('%s, then %s on the page: %s', (before, now, after) => {
  expect(nextAnchor(before, located(now)).state).toBe(after);
});

test('stores a match, offers candidates of an ambiguity, and drops those of an orphan', () => {
  expect(nextAnchor('bound', located('bound'))).toMatchObject({ found: CANDIDATE, candidates: [] });
  expect(nextAnchor('bound', located('moved'))).toEqual({ state: 'moved', confidence: 0.6, candidates: [CANDIDATE] });
  expect(nextAnchor('bound', located('orphaned'))).toEqual({ state: 'orphaned', confidence: 0.6, candidates: [] });
  expect(nextAnchor('bound', located('moved', [])).state).toBe('orphaned');
});
