import { expect, test } from 'vitest';
import { publicMetadata } from './public-metadata.ts';

const ELEMENT = {
  tag: 'output',
  selector: '#total',
  xpath: '/html/body/main/output',
  text: '12 €',
  styles: { display: 'inline', 'font-size': '16px' },
  box: { x: 400.5, y: 371, width: 24.25, height: 18 },
  traits: {
    id: 'total',
    beside: ['shop', '', 'shop'],
    twins: { index: 0, count: 1, inCard: 1 },
    around: [3, 12],
    language: 'de',
    translated: true,
  },
  offset: { x: 0.4742, y: 0.5 },
  area: { x: 0, y: 0, width: 1, height: 1 },
  quote: { exact: '12', prefix: '', suffix: ' €' },
};

test('shows the description of an element unchanged', () => {
  expect(publicMetadata(ELEMENT)).toEqual(ELEMENT);
});

test.each([
  [
    'another tool’s members',
    { reporter: { email: 'eve@example.com' }, ip: '203.0.113.7', customData: { plan: 'gold' } },
  ],
  [
    'what a later script may say of the visitor',
    { diagnostics: { console: [] }, viewport: { width: 1 }, sessionId: 'visit-1' },
  ],
  ['names of objects', JSON.parse('{"__proto__": {"email": "eve@example.com"}, "constructor": "a", "toString": "b"}')],
])('hides %s', (_what, more) => {
  expect(publicMetadata({ ...more, ...ELEMENT })).toStrictEqual(ELEMENT);
});

test('shows only the listed members of a member with the same name from another tool', () => {
  const traits = {
    email: 'eve@example.com',
    name: 'Eve',
    beside: [{ email: 'eve@example.com' }, 'shop'],
    twins: 'none',
  };
  const found = publicMetadata({ traits, text: { email: 'eve@example.com' }, box: 'eve@example.com', styles: ['a'] });
  expect(found).toEqual({ traits: { name: 'Eve', beside: ['shop'] } });
});
