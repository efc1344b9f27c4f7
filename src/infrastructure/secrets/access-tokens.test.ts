import { expect, test } from 'vitest';
import { createAccessTokens, TokenRefused } from './access-tokens.ts';

const [OLD, NEW] = ['old-secret-old-secret-old-secret-old-1', 'new-secret-new-secret-new-secret-new-1'];

test('when the secret is replaced, tokens of the old one count as long as it is listed', async () => {
  const old = await createAccessTokens([OLD]).sign('ada');
  const both = createAccessTokens([NEW, OLD]);
  expect((await both.verify(old)).userId).toBe('ada');
  expect((await both.verify(await both.sign('grace'))).userId).toBe('grace');
  await expect(createAccessTokens([NEW]).verify(old)).rejects.toThrow(TokenRefused);
});

test('the first secret signs: a process that knows only the old one refuses its tokens', async () => {
  const token = await createAccessTokens([NEW, OLD]).sign('ada');
  expect((await createAccessTokens([NEW]).verify(token)).userId).toBe('ada');
  await expect(createAccessTokens([OLD]).verify(token)).rejects.toThrow(TokenRefused);
});

test('an expired token of an old secret is called expired, too', async () => {
  const old = await createAccessTokens([OLD]).sign('ada', 0, -10);
  await expect(createAccessTokens([NEW, OLD]).verify(old)).rejects.toThrow(/has expired/);
});
