import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RestAnswer } from '../support/client.ts';
import { picture } from '../support/pictures.ts';
import { type Receiver, startReceiver } from '../support/servers/receiver.ts';
import { storeSnapshot } from '../support/snapshots.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { fencesIn, readPage } from './support/markdown.ts';
import { Shell } from './support/shell.ts';
import { walkThroughApi } from './support/walk.ts';

let app: TestApp;
let receiver: Receiver;
let shell: Shell;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMIT_USER: '600' } });
  receiver = await startReceiver((_request, response) => void response.end('ok'));
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

/** The commands of a page; those of others are to the operator. */
const commandsOf = (page: string): string[] =>
  fencesIn(readPage(page), 'bash')
    .map(({ text }) => text)
    .filter((text) => text.includes('curl'));

/** Runs a block, with a receiver here in place of those out there. */
async function run(block: string): Promise<RestAnswer[]> {
  const here = block.replaceAll(/https:\/\/(?:hooks|discord|acme)[.a-z]*/g, receiver.url).replaceAll('…', '0123456789');
  const answers = await shell.run(here);
  for (const { status, body } of answers) expect(status, JSON.stringify(body)).toBeLessThan(300);
  return answers;
}

describe('the commands go on from the walk through the API', () => {
  beforeAll(async () => {
    shell = new Shell();
    await walkThroughApi(shell, app.url);
  });

  test.each(commandsOf('docs/webhooks.md'))('webhooks.md: %s', async (block) => {
    await run(block);
  });

  test.each(commandsOf('docs/snapshots.md'))('snapshots.md: %s', async (block) => {
    await run(block);
  });

  test('comparisons.md', async () => {
    const user = { token: shell.value('TOKEN') };
    for (const shade of [0, 255]) {
      await storeSnapshot(
        app,
        user,
        shell.value('PROJECT'),
        picture(20, 10, () => [shade, shade, shade]),
      );
    }
    for (const block of commandsOf('docs/comparisons.md')) {
      const answers = await run(block);
      expect(answers.at(-1)?.body.data).toMatchObject({ diffPixels: 200, totalPixels: 200 });
    }
  });

  describe('integrations.md', () => {
    const commands = commandsOf('docs/integrations.md');
    const tryIt = commands.pop() ?? '';
    let made: RestAnswer | undefined;

    test.each(commands)('%s', async (block) => {
      const [first, ...changed] = await run(block);
      if (changed.length === 0) made = first;
      else
        expect(changed.at(-1)?.body).toMatchObject({ id: made?.body.id, provider: 'linear', hasInboundSecret: true });
    });

    test('the newest is tried', async () => {
      // One whose address is here: Linear's is out there.
      const [slack] = await run(commands.find((block) => block.includes('"slack"')) ?? '');
      const answers = await run(tryIt);
      expect(shell.value('INTEGRATION')).toBe(slack?.body.id);
      expect(answers.at(-1)?.body).toMatchObject({ ok: true });
    });
  });
});
