import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { annotate, markedElements } from '../../../clients/source-plugin/annotate.ts';

const root = mkdtempSync(join(tmpdir(), 'pinbound-source-'));

const PRICING = `
import { Card } from './card';

export function Pricing({ plans, onBuy }) {
  return (
    <section className="plans">
      <h2>Prices</h2>
      <p>All prices without VAT.</p>
      <ul>
        {plans.map((plan) => (
          <li key={plan.id}>
            <Card title={plan.name}>
              <img src={plan.image} alt="" />
              <button type="button" onClick={() => onBuy(plan)}>Buy {plan.name}</button>
            </Card>
          </li>
        ))}
      </ul>
      <button onClick={onBuy}><svg><path d="M0 0" /></svg></button>
    </section>
  );
}
`;

const idsIn = (code: string, file = 'src/Pricing.jsx'): Map<string, string> =>
  new Map(
    markedElements(code, file, { root, elements: 'all' }).map(({ id, insertAt }) => [
      id,
      code.slice(insertAt).split('>', 1)[0]?.trim() ?? '',
    ]),
  );

test('every element of JSX gets an id, components and parts of drawings do not', () => {
  const marked = markedElements(PRICING, 'src/Pricing.jsx', { root, elements: 'all' });
  expect(marked.map(({ tag, component, line, column }) => `${component} ${tag} ${line}:${column}`)).toEqual([
    'Pricing section 6:5',
    'Pricing h2 7:7',
    'Pricing p 8:7',
    'Pricing ul 9:7',
    'Pricing li 11:11',
    'Pricing img 13:15',
    'Pricing button 14:15',
    'Pricing button 19:7',
    'Pricing svg 19:31',
  ]);
  expect(new Set(marked.map(({ id }) => id)).size).toBe(9);
  for (const { id } of marked) expect(id).toMatch(/^[\w]{7}$/);
});

test('the code keeps its meaning, and each start tag its attributes', () => {
  const text = annotate(PRICING, 'src/Pricing.jsx', { root, elements: 'all' })?.toString() ?? '';
  expect(text.replace(/ data-pb="\w+"/g, '')).toBe(PRICING);
  expect(text).toMatch(/<section data-pb="\w{7}" className="plans">/);
  expect(text).toMatch(/<Card title=/);
});

test.each<[string, (code: string) => string]>([
  ['lines move', (code) => `// A line.\n\n\n${code}`],
  [
    'the file is formatted',
    (code) => code.replace(/\n\s+/g, '\n').replace(/'/g, '"').replace('onBuy(plan)}', 'onBuy(plan,)}'),
  ],
  ['a sibling is added before', (code) => code.replace('<p>', '<p>New!</p>\n<p>')],
  ['a container is added', (code) => code.replace('<ul>', '<ul><li>First</li></ul><ul>')],
  ['the list is wrapped', (code) => code.replace('<ul>', '<div><ul>').replace('</ul>', '</ul></div>')],
  ['the look changes', (code) => code.replace('"plans"', '"plans wide" style={{ color: "red" }}')],
  ['another component is added', (code) => `${code}\nconst Footer = () => <footer><p>Bye</p></footer>;`],
])('ids stay when %s', (_change, change) => {
  const before = idsIn(PRICING);
  const after = idsIn(change(PRICING));
  expect([...after.keys()]).toEqual(expect.arrayContaining([...before.keys()]));
});

test('an id never passes to another element', () => {
  const code = '<main><p>One</p><p>Two</p><div><i>a</i></div><div><i>b</i></div></main>';
  const before = markedElements(code, 'a.html', { root, elements: 'all' });
  const changed = code.replace('<p>One</p>', '').replace('<div><i>a</i></div>', '');
  const after = markedElements(changed, 'a.html', { root, elements: 'all' });
  const textOf = (source: string, { insertAt }: { insertAt: number }) => source.slice(insertAt).split('</')[0];
  for (const element of after) {
    const same = before.find(({ id }) => id === element.id);
    if (same && same.tag !== 'main') expect(textOf(changed, element)).toBe(textOf(code, same));
  }
  expect(after.some(({ id }) => before.some((each) => each.id === id))).toBe(true);
});

test.each([
  ['another icon', '<button><EditIcon /></button>', '<button><TrashIcon /></button>'],
  ['another handler', '<button onClick={edit}><svg /></button>', '<button onClick={remove}><svg /></button>'],
  ['another text', '<button>Buy</button>', '<button>Sell</button>'],
])('an id does not stay with %s', (_change, before, after) => {
  const page = (button: string) => `export const Page = () => <main>${button}</main>;`;
  const idOf = (code: string) =>
    markedElements(code, 'a.jsx', { root, elements: 'all' }).find(({ tag }) => tag === 'button')?.id;
  expect(idOf(page(before))).not.toBe(idOf(page(after)));
});

test('elements that differ in their look only have ids of their own; those that are equal share one', () => {
  const idsOf = (code: string) => markedElements(code, 'a.html', { root, elements: 'all' }).map(({ id }) => id);
  const [wide, narrow] = idsOf('<p class="wide">Hi</p><p class="narrow">Hi</p>');
  expect(wide).not.toBe(narrow);
  const [one, two] = idsOf('<p>Hi</p><p>Hi</p>');
  expect(one).toBe(two);
});

test('files and components with equal elements have other ids', () => {
  const one = [...idsIn(PRICING).keys()];
  expect([...idsIn(PRICING, 'src/Other.jsx').keys()].filter((id) => one.includes(id))).toEqual([]);
  expect([...idsIn(PRICING.replace('Pricing', 'Plans')).keys()].filter((id) => one.includes(id))).toEqual([]);
});

test('the scope `content` marks what has handlers, text or images', () => {
  const marked = markedElements(PRICING, 'src/Pricing.jsx', { root, elements: 'content' });
  expect(marked.map(({ tag }) => tag)).toEqual(['h2', 'p', 'img', 'button', 'button', 'svg']);
});

test('TypeScript, generics, spread attributes, fragments and nested components', () => {
  const code = `
    const List = <T,>(props: { rows: T[] }) => (
      <>
        <Table<T> rows={props.rows} render={(row: T) => <td {...row}>x</td>} />
        {props.rows.length > 1 && <a href="/all">All</a>}
      </>
    );
    export default memo(function Page() { const Cell = () => <b>1</b>; return <div><List<string> rows={[]} /><Cell /></div>; });
    class Old extends Component { render() { return <em>old</em>; } }
  `;
  const marked = markedElements(code, 'src/list.tsx', { root, elements: 'all' });
  expect(marked.map(({ component, tag }) => `${component} ${tag}`)).toEqual([
    'List td',
    'List a',
    'Cell b',
    'Page div',
    'Old em',
  ]);
});

test('a page in HTML, with elements that nobody points at', () => {
  const code =
    '<!doctype html><html><head><title>A</title></head><body>\n<p>Hi<br>you</p><script>1</script></body></html>';
  const text = annotate(code, 'index.html', { root, elements: 'all' })?.toString();
  expect(text).toMatch(/<body>\n<p data-pb="\w{7}">Hi<br data-pb="\w{7}">you<\/p><script>1/);
});

test('an id that the code states itself stays, and scripts without elements are left alone', () => {
  expect(annotate('<p data-pb="mine">x</p>', 'a.html', { root, elements: 'all' })).toBeUndefined();
  expect(annotate('export const a = 1 < 2;', 'a.js', { root, elements: 'all' })).toBeUndefined();
});
