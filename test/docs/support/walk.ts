import { expect } from 'vitest';
import type { RestAnswer } from '../../support/client.ts';
import { type Fence, fencesIn, readPage } from './markdown.ts';
import { Shell } from './shell.ts';
import { asShown } from './shown.ts';

/**
 * Follows a page block by block: commands are run, and what the page shows of an answer must be what was answered.
 * @param fill puts this run's values into a block's text
 */
export function createWalk(fill: (text: string) => string | Promise<string>) {
  const shell = new Shell();
  let answer: RestAnswer | undefined;

  async function run(text: string, after: string): Promise<void> {
    const answers = await shell.run(await fill(text));
    answer = answers.pop();
    for (const each of answers) expect(each.status, JSON.stringify(each.body)).toBeLessThan(300);
    if (!answer) return;
    const [, status] = /\banswer\b[^`.]*`(\d{3})`/i.exec(after) ?? [];
    if (status) expect(answer.status, JSON.stringify(answer.body)).toBe(Number(status));
    else expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  }

  return async ({ language, text, after }: Fence): Promise<void> => {
    if (language === 'bash') {
      await run(text, after);
    } else if (language === 'json') {
      const shown: unknown = JSON.parse(text);
      expect(asShown(answer?.body, shown)).toEqual(shown);
    } else {
      expect(language).toBe('http');
      for (const line of text.split('\n')) {
        const [name = '', value = ''] = line.split(': ');
        expect(answer?.headers.get(name), name).toMatch(/^\d+$/.test(value) ? /^\d+$/ : /./);
      }
    }
  };
}

/** Follows the walk through the API up to its project, where the commands of other pages go on. */
export async function walkToProject(shell: Shell, url: string): Promise<void> {
  const walk = readPage('docs/rest-api.md');
  const end = walk.split('\n').indexOf('### Pin an annotation');
  for (const { text, line } of fencesIn(walk, 'bash')) {
    if (line > end) return;
    const answers = await shell.run(text.replaceAll('http://localhost:4000', url));
    for (const each of answers) expect(each.status, JSON.stringify(each.body)).toBeLessThan(300);
  }
}
