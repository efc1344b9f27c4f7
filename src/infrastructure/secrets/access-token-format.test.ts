import { expect, test } from 'vitest';
import { hashAccessToken, isAccessToken, newAccessToken, shownPartOf } from './access-token-format.ts';

test('tokens are random and have valid check digits', () => {
  const tokens = Array.from({ length: 100 }, newAccessToken);
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens)
    expect([token, isAccessToken(token)]).toEqual([expect.stringMatching(/^pbt_\w{49}$/), true]);
});

test('detects mistyped and cut tokens', () => {
  const token = newAccessToken();
  const [first] = token.slice(10);
  const wrong = [
    '',
    'pbt_',
    token.slice(0, -1),
    `${token}0`,
    token.replace('pbt_', 'pat_'),
    `${token.slice(0, 10)}${first === 'a' ? 'b' : 'a'}${token.slice(11)}`,
  ];
  for (const text of wrong) expect([text, isAccessToken(text)]).toEqual([text, false]);
});

test('shows eight characters, and stores a SHA-256 hash', () => {
  expect(shownPartOf(newAccessToken())).toMatch(/^pbt_\w{4}$/);
  expect(hashAccessToken('pbt_')).toMatch(/^[0-9a-f]{64}$/);
});
