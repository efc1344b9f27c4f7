import { expect, test } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

/** Work that ends on request and reports whether a caller still waits for it. */
function pending() {
  const state = { starts: 0, isAborted: false };
  const settle = { resolve: (_result: string) => {}, reject: (_reason: Error) => {} };
  const result = new Promise<string>((resolve, reject) => Object.assign(settle, { resolve, reject }));
  const work = (signal: AbortSignal) => {
    state.starts++;
    signal.addEventListener('abort', () => {
      state.isAborted = true;
    });
    return result;
  };
  return { settle, state, work };
}

test('shares one result among concurrent calls', async () => {
  const flights = createSingleFlight();
  const { work, state, settle } = pending();
  const results = [1, 2, 3].map(() => flights.join('a', undefined, work));
  const other = flights.join('b', undefined, async () => 'other');
  settle.resolve('done');
  expect(await Promise.all(results)).toEqual(['done', 'done', 'done']);
  expect(await other).toBe('other');
  expect(state.starts).toBe(1);
});

test('shares a failure, and retries for a later call', async () => {
  const flights = createSingleFlight();
  const { work, settle } = pending();
  const results = [1, 2].map(() => flights.join('a', undefined, work));
  settle.reject(new Error('no'));
  for (const { status } of await Promise.allSettled(results)) expect(status).toBe('rejected');
  expect(await flights.join('a', undefined, async () => 'again')).toBe('again');
});

test('rejects only an aborted call; the work continues for the others', async () => {
  const flights = createSingleFlight();
  const { work, state, settle } = pending();
  const goer = new AbortController();
  const [goes, stays] = [flights.join('a', goer.signal, work), flights.join('a', undefined, work)];
  goer.abort(new Error('gone'));
  await expect(goes).rejects.toThrow('gone');
  settle.resolve('done');
  expect(await stays).toBe('done');
  expect(state.isAborted).toBe(false);
});

test('aborts the work after its last call, and restarts it for a later one', async () => {
  const flights = createSingleFlight();
  const { work, state } = pending();
  const goers = [new AbortController(), new AbortController()];
  const results = goers.map(({ signal }) => flights.join('a', signal, work));
  for (const goer of goers) goer.abort(new Error('gone'));
  for (const { status } of await Promise.allSettled(results)) expect(status).toBe('rejected');
  expect(state.isAborted).toBe(true);
  expect(await flights.join('a', undefined, async () => 'anew')).toBe('anew');
  await expect(flights.join('a', goers[0]?.signal, work)).rejects.toThrow('gone');
});
