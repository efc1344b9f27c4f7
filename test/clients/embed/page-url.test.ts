import { expect, test } from 'vitest';
import { redactUrl as inPage } from '../../../clients/embed/page-url.ts';
import { redactUrl as inService } from '../../../src/resolvers/platform/input/redact-url.ts';

const at = (rest: string) => `https://shop.example/cart${rest}`;

test.each([
  ['?token=abc', '?token=redacted'],
  ['?a=1&access_token=x.y-z&b=2', '?a=1&access_token=redacted&b=2'],
  ['#access_token=x&id_token=y&state=z', '#access_token=redacted&id_token=redacted&state=z'],
  ['#/reset?token=x', '#/reset?token=redacted'],
  ['?X-Amz-Signature=x&apiKey=y&client_secret=z', '?X-Amz-Signature=redacted&apiKey=redacted&client_secret=redacted'],
  ['?code=x&key=y&sessionId=z', '?code=redacted&key=redacted&sessionId=redacted'],
  ['?acc%65ss_token=x&%E0=y', '?acc%65ss_token=redacted&%E0=y'],
  [';jsessionid=x?refresh_token=a=b==', ';jsessionid=redacted'],
  ['?token=', '?token=redacted'],
  ['?q=token&zip_code=12&keyboard=de&passenger=2#top', undefined],
  ['?token', undefined],
])('%s', (given, expected = given) => {
  expect([inPage(at(given)), inService(at(given))]).toEqual([at(expected), at(expected)]);
});

test('credentials are removed from URLs', () => {
  for (const redact of [inPage, inService]) {
    expect(redact('https://ann:secret@shop.example/@ann?q=a@b')).toBe('https://shop.example/@ann?q=a@b');
  }
});
