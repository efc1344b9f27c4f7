// Costs 4 s.
import type { Frame } from 'puppeteer-core';
import { expect, test } from 'vitest';
import { configured, ownConsoleLines, useOverlayHost } from '../support/overlay-host.ts';

const bench = useOverlayHost();

/** Opens the page in a frame that may run scripts, but submit no forms. */
async function showInSandbox() {
  await bench.show(configured(bench), undefined, '/framed');
  const overlay = await bench.show(
    '',
    '<iframe sandbox="allow-scripts allow-same-origin" src="/framed" width="900" height="600"></iframe>',
  );
  const frame = overlay.page.frames().find((found) => found.url().endsWith('/framed')) as Frame;
  const press = async (selector: string) =>
    (await frame.waitForSelector(`svc-overlay >>> ${selector}`, { visible: true }))?.click();
  await press('.launcher');
  await press('.sheet');
  const field = await frame.waitForSelector('svc-overlay >>> textarea');
  return { overlay, frame, press, field };
}

test.each(['the button', 'Ctrl+Enter', 'Enter in the field of the name'])(
  'in a frame that forbids forms, %s sends',
  async (how) => {
    const { overlay, frame, press, field } = await showInSandbox();
    await field?.type('Framed');
    if (how === 'the button') await press('.primary');
    else if (how === 'Ctrl+Enter') {
      await overlay.page.keyboard.down('Control');
      await overlay.page.keyboard.press('Enter');
      await overlay.page.keyboard.up('Control');
    } else {
      await press('.who input');
      await overlay.page.keyboard.press('Enter');
    }
    await frame.waitForSelector('svc-overlay >>> .pin');
    expect(bench.double.annotations).toMatchObject([{ content: 'Framed' }]);
    expect(ownConsoleLines(overlay)).toEqual([expect.stringContaining('can escape its sandboxing')]);
  },
);
