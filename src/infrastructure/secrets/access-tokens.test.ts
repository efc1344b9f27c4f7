import { expect, test } from 'vitest';
import { createAccessTokens, InvalidToken } from './access-tokens.ts';

const [OLD, NEW] = ['old-secret-old-secret-old-secret-old-1', 'new-secret-new-secret-new-secret-new-1'];

test('accepts tokens of an old secret as long as it is listed', async () => {
  const old = await createAccessTokens([OLD]).sign('ada');
  const both = createAccessTokens([NEW, OLD]);
  expect((await both.verify(old)).userId).toBe('ada');
  expect((await both.verify(await both.sign('grace'))).userId).toBe('grace');
  await expect(createAccessTokens([NEW]).verify(old)).rejects.toThrow(InvalidToken);
});

test('signs with the first secret, so a process with only the old one rejects the token', async () => {
  const token = await createAccessTokens([NEW, OLD]).sign('ada');
  expect((await createAccessTokens([NEW]).verify(token)).userId).toBe('ada');
  await expect(createAccessTokens([OLD]).verify(token)).rejects.toThrow(InvalidToken);
});

test('reports an expired token of an old secret as expired', async () => {
  const old = await createAccessTokens([OLD]).sign('ada', 0, -10);
  await expect(createAccessTokens([NEW, OLD]).verify(old)).rejects.toThrow(/has expired/);
});
