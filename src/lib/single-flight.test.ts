import { expect, test } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

/** Work that ends when it is told to, and knows whether it is still wanted. */
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

test('all who want the same get the result of one', async () => {
  const flights = createSingleFlight();
  const { work, state, settle } = pending();
  const answers = [1, 2, 3].map(() => flights.join('a', undefined, work));
  const other = flights.join('b', undefined, async () => 'other');
  settle.resolve('done');
  expect(await Promise.all(answers)).toEqual(['done', 'done', 'done']);
  expect(await other).toBe('other');
  expect(state.starts).toBe(1);
});

test('all get the failure, and who comes later tries anew', async () => {
  const flights = createSingleFlight();
  const { work, settle } = pending();
  const answers = [1, 2].map(() => flights.join('a', undefined, work));
  settle.reject(new Error('no'));
  for (const { status } of await Promise.allSettled(answers)) expect(status).toBe('rejected');
  expect(await flights.join('a', undefined, async () => 'again')).toBe('again');
});

test('one who goes gets the reason alone, and the work goes on for the others', async () => {
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

test('when the last has gone the work is stopped, and who comes later starts it anew', async () => {
  const flights = createSingleFlight();
  const { work, state } = pending();
  const goers = [new AbortController(), new AbortController()];
  const answers = goers.map(({ signal }) => flights.join('a', signal, work));
  for (const goer of goers) goer.abort(new Error('gone'));
  for (const { status } of await Promise.allSettled(answers)) expect(status).toBe('rejected');
  expect(state.isAborted).toBe(true);
  expect(await flights.join('a', undefined, async () => 'anew')).toBe('anew');
  await expect(flights.join('a', goers[0]?.signal, work)).rejects.toThrow('gone');
});
