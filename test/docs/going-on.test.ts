import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RestResponse } from '../support/client.ts';
import { createPicture } from '../support/pictures.ts';
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

/** Commands of a page that call the API; the others are for the operator. */
const commandsOf = (page: string): string[] =>
  fencesIn(readPage(page), 'bash')
    .map(({ text }) => text)
    .filter((text) => text.includes('curl'));

/** Runs a block with external receivers replaced by a local one. */
async function run(block: string): Promise<RestResponse[]> {
  const localized = block
    .replaceAll(/https:\/\/(?:hooks|discord|acme)[.a-z]*/g, receiver.url)
    .replaceAll('…', '0123456789');
  const responses = await shell.run(localized);
  for (const { status, body } of responses) expect(status, JSON.stringify(body)).toBeLessThan(300);
  return responses;
}

describe('commands after the walk through the API', () => {
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

  test('comparisons.md: all commands', async () => {
    const user = { token: shell.value('TOKEN') };
    for (const shade of [0, 255]) {
      await storeSnapshot(
        app,
        user,
        shell.value('PROJECT'),
        createPicture(20, 10, () => [shade, shade, shade]),
      );
    }
    for (const block of commandsOf('docs/comparisons.md')) {
      const responses = await run(block);
      expect(responses.at(-1)?.body.data).toMatchObject({ diffPixels: 200, totalPixels: 200 });
    }
  });

  describe('integrations.md', () => {
    const commands = commandsOf('docs/integrations.md');
    const testCommand = commands.pop() ?? '';
    let created: RestResponse | undefined;

    test.each(commands)('%s', async (block) => {
      const [first, ...changed] = await run(block);
      if (changed.length === 0) created = first;
      else
        expect(changed.at(-1)?.body).toMatchObject({
          id: created?.body.id,
          provider: 'linear',
          hasInboundSecret: true,
        });
    });

    test('tests the newest integration', async () => {
      // Slack's address is local; Linear's is external.
      const [slack] = await run(commands.find((block) => block.includes('"slack"')) ?? '');
      const responses = await run(testCommand);
      expect(shell.value('INTEGRATION')).toBe(slack?.body.id);
      expect(responses.at(-1)?.body).toMatchObject({ ok: true });
    });
  });
});
