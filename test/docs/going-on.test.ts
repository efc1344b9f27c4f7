import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RestAnswer } from '../support/client.ts';
import { picture } from '../support/pictures.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { storeSnapshot } from '../support/snapshots.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { fencesIn, readPage } from './support/markdown.ts';
import { Shell } from './support/shell.ts';
import { walkToProject } from './support/walk.ts';

let app: TestApp;
let receiver: Receiver;
let shell: Shell;
beforeAll(async () => {
  app = await startTestApp();
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
    await walkToProject(shell, app.url);
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
    const [tryIt = '', ...connect] = commandsOf('docs/integrations.md');
    const [newest = ''] = tryIt.split('\n');
    const secretOfLinear = connect.pop() ?? '';

    test.each(connect)('%s', async (block) => {
      const [made] = await run(block);
      await run(newest);
      expect(shell.value('INTEGRATION')).toBe(made?.body.id);
    });

    test(secretOfLinear, async () => {
      const [changed] = await run(secretOfLinear);
      expect(changed?.body).toMatchObject({ provider: 'linear', hasInboundSecret: true });
    });

    test('the newest is tried', async () => {
      await run(connect.find((block) => block.includes('"slack"')) ?? '');
      const answers = await run(tryIt);
      expect(answers.at(-1)?.body).toMatchObject({ ok: true });
    });
  });
});
