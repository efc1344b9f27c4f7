import { expect, test } from 'vitest';
import { composeMail, type MailBlock } from './mail-layout.ts';

const HOSTILE = `<img src=x onerror="alert('1')">&amp;`;
const compose = (...blocks: MailBlock[]) => composeMail({ to: 'ada@example.com', subject: HOSTILE, blocks });

test('composes every block as text', () => {
  const mail = composeMail({
    to: 'ada@example.com',
    subject: 'News',
    blocks: [
      { heading: '#4 Checkout' },
      'A text',
      { text: 'Open this:', link: 'https://a.example/1' },
      { quote: 'one\ntwo', author: 'Ada', action: 'replied' },
      { picture: Buffer.from('png'), alt: 'Picture of the element' },
      {
        actions: [
          { label: 'View', url: 'https://a.example/2' },
          { label: 'Open', url: 'https://a.example/3' },
        ],
      },
    ],
    footer: { text: 'You watch this.', actions: [{ label: 'Mute', url: 'https://a.example/4' }] },
    unsubscribeUrl: 'https://a.example/5',
  });
  expect(mail.text).toBe(
    [
      '#4 Checkout',
      'A text',
      'Open this: https://a.example/1',
      'Ada replied:\n> one\n> two',
      '[Picture of the element]',
      'View: https://a.example/2\nOpen: https://a.example/3',
      '-- \nYou watch this.\nMute: https://a.example/4\n',
    ].join('\n\n'),
  );
  expect(mail).toMatchObject({ unsubscribeUrl: 'https://a.example/5', pictures: [{ content: Buffer.from('png') }] });
  expect(mail.html).toContain(`src="cid:${mail.pictures?.[0]?.id}"`);
});

test.each<[string, MailBlock]>([
  ['text', HOSTILE],
  ['heading', { heading: HOSTILE }],
  ['link', { text: HOSTILE, link: `https://a.example/?${HOSTILE}` }],
  ['quote', { quote: HOSTILE, author: HOSTILE, action: HOSTILE }],
  ['alternative text', { picture: Buffer.from(''), alt: HOSTILE }],
  ['action', { actions: [{ label: HOSTILE, url: `https://a.example/?${HOSTILE}` }] }],
])('renders a hostile %s as text', (_name, block) => {
  const { html } = compose(block);
  expect(html).not.toContain('<img src=x');
  expect(html).not.toContain('onerror="');
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;');
});

test('declares light and dark colors for every class', () => {
  const { html } = compose(
    'text',
    { quote: 'quote', author: 'Ada', action: 'replied' },
    { picture: Buffer.from(''), alt: '' },
    {
      actions: [
        { label: 'View', url: 'https://a.example' },
        { label: 'Open', url: 'https://a.example' },
      ],
    },
  );
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  const [, dark = ''] = /prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(html) ?? [];
  for (const [, name] of html.matchAll(/class="(\w)"/g)) expect(dark).toContain(`.${name}`);
});
