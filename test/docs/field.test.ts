import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { readPage } from './support/markdown.ts';

const DEFINITION = /^field\(\) \{.*$/m;

test.each(['docs/rest-api.md', 'docs/organizations.md'])(
  'reads lists and objects with the field function of %s',
  (path) => {
    const [definition = ''] = DEFINITION.exec(readPage(path)) ?? [];
    const field = (member: string, response: unknown) =>
      execFileSync('bash', ['-c', `${definition}\nfield "$0"`, member], {
        input: JSON.stringify(response),
        encoding: 'utf8',
      }).trim();

    const [one, two] = [{ id: 'one' }, { id: 'two' }];
    expect(field('[1].id', [one, two])).toBe('two');
    expect(field('id', one)).toBe('one');
    expect(field('data[0].id', { data: [one] })).toBe('one');
  },
);
