import { expect, test } from 'vitest';
import { findMentions } from '../../clients/dashboard/thread/find-mentions.ts';

const MEMBERS = ['Ann', 'Ann Lee', 'José', '田中', 'a@b.example'].map((name) => ({ name }));

test.each([
  ['@Annabel, please look', []],
  ['@Ann2 and @Anné', []],
  ['@Ann, @Ann’s idea and (@Ann)', ['Ann', 'Ann', 'Ann']],
  ['Ask @Ann Lee or @Ann', ['Ann Lee', 'Ann']],
  ['Ask @Ann Leeds', ['Ann']],
  ['@José: yes', ['José']],
  ['@田中さん', ['田中']],
  ['Mail @a@b.example today', ['a@b.example']],
  ['@@Ann', ['Ann']],
  ['Ann without a sign', []],
])('the names in %s', (text, names) => {
  const found = findMentions(text, MEMBERS);
  expect(found.map(({ member }) => member.name)).toEqual(names);
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(names.map((name) => `@${name}`));
});
