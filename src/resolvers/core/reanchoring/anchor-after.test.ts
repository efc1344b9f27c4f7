import { expect, test } from 'vitest';
import type { AnchorState } from '../../../generated/prisma/client.ts';
import type { LocatedPin, PinCandidate } from '../../../infrastructure/capture/located-pin.ts';
import { nextAnchor, withoutRejected } from './anchor-after.ts';

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

const BOUND = { state: 'bound' as const, rejected: [] };

test.each<[AnchorState, LocatedPin['state'], AnchorState]>([
  ['bound', 'bound', 'bound'],
  ['moved', 'bound', 'bound'],
  ['orphaned', 'bound', 'bound'],
  ['rebound', 'bound', 'rebound'],
  ['bound', 'moved', 'moved'],
  ['rebound', 'moved', 'moved'],
  ['rebound', 'orphaned', 'orphaned'],
])('%s, then %s on the page: %s', (before, now, after) => {
  expect(nextAnchor({ state: before, rejected: [] }, located(now)).state).toBe(after);
});

test('stores a match, offers candidates of an ambiguity, and drops those of an orphan', () => {
  expect(nextAnchor(BOUND, located('bound'))).toMatchObject({ found: CANDIDATE, candidates: [] });
  expect(nextAnchor(BOUND, located('moved'))).toEqual({ state: 'moved', confidence: 0.6, candidates: [CANDIDATE] });
  expect(nextAnchor(BOUND, located('orphaned'))).toEqual({ state: 'orphaned', confidence: 0.6, candidates: [] });
  expect(nextAnchor(BOUND, located('moved', [])).state).toBe('orphaned');
});

test('offers candidates that are known to be other elements no more', () => {
  const other = { ...CANDIDATE, fingerprint: { selector: '#b' } };
  const orphan = { state: 'orphaned' as const, rejected: [CANDIDATE] };
  const gone = withoutRejected(orphan, located('moved'));
  expect(gone).toMatchObject({ state: 'orphaned', candidates: [] });
  expect(nextAnchor(orphan, gone)).toMatchObject({ state: 'orphaned', candidates: [CANDIDATE] });
  expect(withoutRejected(orphan, located('bound')).state).toBe('bound');
  expect(withoutRejected(orphan, located('moved', [CANDIDATE, other])).state).toBe('moved');
  expect(withoutRejected(BOUND, located('moved')).state).toBe('moved');
});

test('binds an orphan to no element that was said to have replaced it', () => {
  const showing = (text: string) => ({ ...CANDIDATE, fingerprint: { selector: '#a', text } });
  const orphan = { state: 'orphaned' as const, rejected: [showing('Rent')] };
  expect(withoutRejected(orphan, located('bound', [showing('Rent')]))).toMatchObject({ state: 'orphaned' });
  expect(withoutRejected(orphan, located('bound', [showing('Buy')])).state).toBe('bound');
});
