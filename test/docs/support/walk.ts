import { expect } from 'vitest';
import type { RestResponse } from '../../support/client.ts';
import { type Fence, fencesOf, readPage } from './markdown.ts';
import { Shell } from './shell.ts';
import { asShown } from './shown.ts';

/**
 * Follows a page block by block: runs its commands and compares shown responses with real ones.
 * @param fill puts this run's values into a block's text
 */
export function createWalk(fill: (text: string) => string | Promise<string>, shell = new Shell()) {
  let response: RestResponse | undefined;

  async function run(text: string, after: string): Promise<void> {
    const responses = await shell.run(await fill(text));
    response = responses.pop();
    for (const each of responses) expect(each.status, JSON.stringify(each.body)).toBeLessThan(300);
    if (!response) return;
    const [, status] = /\bresponse\b[^`.]*`(\d{3})`/i.exec(after) ?? [];
    if (status) expect(response.status, JSON.stringify(response.body)).toBe(Number(status));
    else expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
  }

  return async ({ language, text, after }: Fence): Promise<void> => {
    if (language === 'bash') {
      await run(text, after);
    } else if (language === 'json') {
      const shown: unknown = JSON.parse(text);
      expect(asShown(response?.body, shown)).toEqual(shown);
    } else {
      expect(language).toBe('http');
      for (const line of text.split('\n')) {
        const [name = '', value = ''] = line.split(': ');
        expect(response?.headers.get(name), name).toMatch(/^\d+$/.test(value) ? /^\d+$/ : /./);
      }
    }
  };
}

/** Follows the walk through the API up to its deletions, for the commands of other pages. */
export async function walkThroughApi(shell: Shell, url: string): Promise<void> {
  const page = readPage('docs/rest-api.md');
  const [start, end] = ['## A walk through the API', '### Delete'].map((title) => page.split('\n').indexOf(title));
  const walk = createWalk((text) => text.replaceAll('http://localhost:4000', url), shell);
  for (const fence of fencesOf(page)) {
    if (fence.line > Number(start) && fence.line < Number(end)) await walk(fence);
  }
}
