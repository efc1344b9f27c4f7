import { describe, expect, test } from 'vitest';
import { configured, ownConsoleLines, useOverlayHost } from '../support/overlay-host.ts';

const bench = useOverlayHost();

/** Excludes functions that the browser's own console calls while it is observed. */
const MUTE = "<script>for (const level of ['log', 'warn', 'error']) console[level] = () => {}</script>";

/**
 * Runs page code, comments, and returns the attached console lines. Page code must not set
 * `wasAsked`.
 */
async function linesAfter(code: string): Promise<string[]> {
  const overlay = await bench.show(`${MUTE}${configured(bench)}`);
  await overlay.see('.launcher');
  expect(await overlay.page.evaluate(`(() => { ${code}; return window.wasAsked })()`)).toBeUndefined();
  await overlay.choose('h1');
  await overlay.write('Look');
  await overlay.see('.pin');
  const metadata = bench.double.created[0]?.body.metadata as { diagnostics: { console: { text: string }[] } };
  return metadata.diagnostics.console.map(({ text }) => text.replace(/ \(http[^)]*\)/, ''));
}

describe('a line of the console', () => {
  test.each([
    ['an error whose stack is null', "console.error(Object.assign(new Error('late'), { stack: null }))", 'Error: late'],
    ['an error whose stack is an object', "console.error(Object.assign(new Error('a'), { stack: {} }))", 'Error: a'],
    [
      'an error with a symbol for its message',
      "console.error(Object.assign(new Error(), { message: Symbol('m') }))",
      'Error: ',
    ],
    [
      'an error whose message getter throws',
      "console.error(Object.defineProperty(new Error(), 'message', { get() { window.wasAsked = true; throw new Error('asked') } }))",
      'Error: ',
    ],
    ['a revoked proxy', 'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); console.log(proxy)', '?'],
    [
      'a revoked proxy in a list',
      'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); console.log([1, proxy])',
      '[1, ?]',
    ],
    ['a proxy whose traps throw', "console.log('a', new Proxy({}, { ownKeys() { throw new Error('no') } }))", 'a ?'],
    [
      'a proxy whose traps write lines',
      'const proxy = new Proxy({ a: 1, b: 2 }, { ownKeys(of) { console.log(proxy); return Reflect.ownKeys(of) } }); console.log(proxy)',
      '{a: 1, b: 2}',
    ],
    [
      'a list with a getter',
      'console.log(Object.defineProperty([1, 2], 1, { get() { window.wasAsked = true } }))',
      '[1, …]',
    ],
    [
      'a list of a class of the page',
      'console.log(new (class extends Array { slice() { window.wasAsked = true } })(1, 2))',
      '[1, 2]',
    ],
    [
      'an error created by the browser',
      "try { document.querySelector('<') } catch (error) { console.warn(error) }",
      /^SyntaxError: .*not a valid selector/,
    ],
  ])('of %s neither throws nor runs what is the page’s', async (_, code, text) => {
    const lines = await linesAfter(code);
    expect(lines.at(-1)).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
  });

  test('is passed on even if it cannot be read', async () => {
    const overlay = await bench.show(configured(bench));
    await overlay.see('.launcher');
    const code = "const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); console.info('went', proxy)";
    await overlay.page.evaluate(`{ ${code} }`);
    expect(ownConsoleLines(overlay).join()).toContain('went');
  });

  test('has no secrets, in any notation', async () => {
    const lines = await linesAfter(`
      console.log('access_token=abc.def&state=1');
      console.log(JSON.stringify({ refreshToken: 'r-1', user: 'eve' }));
      console.log({ client_secret: 'cs-1', code: 404 });
      console.log(JSON.stringify({ body: JSON.stringify({ clientSecret: 'cs-2' }) }));
      console.log('Cookie: sid=abc; theme=dark; connect.sid=s%3Axyz');
      console.log('GET https://bakery.example/callback?code=xyz&page=2');
      console.log('charged with sk_live_51H8xyzABCDEF, db_password="two words", X-Amz-Signature: deadbeef');
      console.log('code: 404, key: 7, monkey=banana');`);
    expect(lines).toEqual([
      'access_token=[hidden]&state=1',
      '{"refreshToken":"[hidden]","user":"eve"}',
      '{client_secret: "[hidden]", code: 404}',
      '{"body":"{\\"clientSecret\\":\\"[hidden]"}"}',
      'Cookie: sid=[hidden]; theme=dark; connect.sid=[hidden]',
      'GET https://bakery.example/callback?code=[hidden]&page=2',
      'charged with [token], db_password="[hidden]", X-Amz-Signature: [hidden]',
      'code: 404, key: 7, monkey=banana',
    ]);
  });
});
