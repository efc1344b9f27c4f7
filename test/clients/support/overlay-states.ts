import { annotation, type FeedbackDouble, reply } from './feedback-double.ts';
import type { OverlayPage } from './overlay-page.ts';

/** A state of the overlay on the demo page. */
export interface OverlayState {
  /** File name of its picture: `docs/images/overlay-<name>.webp`. */
  readonly name: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Attributes of the `html` element. */
  readonly attributes?: string;
  /** Color scheme of its picture. */
  readonly scheme?: 'dark';
  prepare(overlay: OverlayPage, double: FeedbackDouble): Promise<unknown>;
}

const NOT_NOW = { status: 503, message: 'The service is starting' };

const openList = (overlay: OverlayPage) => overlay.click('.badge').then(() => overlay.see('.drawer'));
const write = async (overlay: OverlayPage) => {
  await overlay.choose('.hero p', 0.4, 0.4);
  await overlay.write('Shorter, please: two sentences are enough.');
  await overlay.see('.problem');
};
/** States in docs/overlay.md. */
export const STATES: readonly OverlayState[] = [
  { name: 'pins', prepare: (overlay) => overlay.see('.pin') },
  {
    name: 'choosing',
    async prepare(overlay) {
      await overlay.click('.launcher');
      await overlay.see('.sheet');
      await overlay.page.mouse.move(300, 330);
      await overlay.see('.outline');
    },
  },
  {
    name: 'area',
    async prepare(overlay) {
      await overlay.click('.launcher');
      await overlay.see('.sheet');
      await overlay.page.mouse.move(620, 190);
      await overlay.page.mouse.down();
      await overlay.page.mouse.move(900, 420, { steps: 4 });
      await overlay.see('.outline');
    },
  },
  {
    name: 'form',
    async prepare(overlay) {
      await overlay.page.evaluate(`console.warn('Slow image', 812); console.error('Basket is empty')`);
      await overlay.choose('.hero p', 0.4, 0.4);
      await (await overlay.see('textarea')).type('Shorter, please: two sentences are enough.');
      await overlay.click('.change');
      await overlay.see('figure canvas');
    },
  },
  {
    name: 'problem',
    async prepare(overlay) {
      await overlay.choose('.hero p', 0.4, 0.4);
      await overlay.click('.primary');
      await overlay.see('.problem');
    },
  },
  {
    name: 'thread',
    async prepare(overlay) {
      await overlay.click('.pin.in_progress');
      await overlay.see('.dialog .thread');
    },
  },
  {
    name: 'own-thread',
    async prepare(overlay, double) {
      const [{ id } = { id: '' }] = double.annotations;
      double.annotations = double.annotations.map((comment) =>
        comment.id === id ? { ...comment, comments: [reply('Yes, from 640 pixels.')], commentCount: 1 } : comment,
      );
      const threads = { [`${double.url} demo`]: { [String(id)]: [`pbv_${String(id)}`, ''] } };
      await overlay.page.evaluate(
        (state) => localStorage.setItem('svc-overlay', state),
        JSON.stringify({ name: 'Grace', threads }),
      );
      await overlay.page.reload();
      await overlay.see('.badge.news');
      await overlay.click('.pin.open');
      await overlay.see('.reply');
    },
  },
  {
    name: 'list',
    async prepare(overlay) {
      await overlay.see('.pin');
      await openList(overlay);
    },
  },
  {
    name: 'waiting',
    async prepare(overlay, double) {
      double.rejection = NOT_NOW;
      await write(overlay);
    },
  },
  {
    name: 'kept',
    async prepare(overlay, double) {
      double.rejection = { status: 403, message: 'This project takes no feedback at present' };
      await write(overlay);
      await overlay.page.keyboard.press('Escape');
      await overlay.click('.badge.warn');
      await overlay.click('.drawer .row');
      await overlay.see('.dialog .problem');
    },
  },
  {
    name: 'unreachable',
    async prepare(overlay, double) {
      double.listStatus = 503;
      await overlay.page.reload();
      await overlay.click('.badge.bad');
      await overlay.see('.drawer .retry');
    },
  },
  {
    name: 'cluster',
    async prepare(overlay, double) {
      const near = (number: number, content: string, x: number) =>
        on('main h1', HEADLINE, { number, content, author: { name: 'Ken' }, metadata: { offset: { x, y: 0.3 } } });
      double.annotations = [
        ...double.annotations,
        near(6, 'A serif would fit better.', 0.51),
        near(7, 'Two full stops?', 0.49),
      ];
      await overlay.page.reload();
      await overlay.click('.pin.cluster');
      await overlay.see('.dialog .rows');
    },
  },
  {
    name: 'candidate',
    async prepare(overlay) {
      await openList(overlay);
      await overlay.click('.drawer .row:has(.excerpt)');
      await overlay.see('.place');
    },
  },
  {
    name: 'dark-german',
    attributes: 'lang="de"',
    scheme: 'dark',
    async prepare(overlay) {
      await openList(overlay);
      await overlay.click('.row .in_progress');
      await overlay.see('.dialog .thread');
    },
  },
  {
    name: 'right-to-left',
    options: { words: { comment: 'تعليق', drawer: 'التعليقات' } },
    attributes: 'lang="ar" dir="rtl"',
    async prepare(overlay) {
      await openList(overlay);
      await overlay.click('.row .in_progress');
      await overlay.see('.dialog .thread');
    },
  },
  {
    name: 'dialog',
    attributes: 'lang="fr"',
    async prepare(overlay) {
      await overlay.page.evaluate(`const dialog = document.createElement('dialog');
        dialog.innerHTML = '<h2>Your basket</h2><p>Two plates, one bowl: 84 €</p><button>Pay</button>';
        dialog.style.padding = '40px'; document.body.append(dialog); dialog.showModal()`);
      await overlay.choose('dialog p', 0.4, 0.4);
    },
  },
];

const HEADLINE = 'Tableware made to be used every day';
const on = (selector: string, text: string, fields: object) =>
  annotation({ domFingerprint: { selector, xpath: '', text }, metadata: { offset: { x: 0.5, y: 0.3 } }, ...fields });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Comments on the demo page: three with their element, one with a changed element, one orphan. */
export const commentsOnDemo = () =>
  [
    on('main h1', HEADLINE, {
      content: 'Can this be one line on small screens?',
      author: { name: 'Grace' },
      createdAt: minutesAgo(4),
    }),
    on('.hero .button', 'See the collection', {
      content: 'The button should say “Shop tableware”.',
      author: { name: 'Linus' },
      status: 'in_progress',
      createdAt: minutesAgo(130),
      commentCount: 1,
      comments: [
        { id: 'r', content: 'Agreed, changing it today.', author: { name: 'Ada' }, createdAt: minutesAgo(20) },
      ],
    }),
    on('.logo', '', { content: 'Logo is sharp now, thanks.', status: 'resolved', createdAt: minutesAgo(60 * 30) }),
    annotation({
      domFingerprint: {
        selector: '.promises > li:nth-of-type(1)',
        xpath: '/html/body/main/section[1]/div/div/ul/li[1]',
        text: 'Delivered within a fortnight',
      },
      content: 'Is this still true before Christmas?',
      author: { name: 'Grace' },
      createdAt: minutesAgo(60 * 40),
    }),
    annotation({
      content: 'This banner covers the menu.',
      domFingerprint: {
        selector: '#cookie-banner',
        xpath: '/html/body/section[9]/p',
        text: 'We use no cookies at all',
      },
      author: { name: 'Ken' },
      createdAt: minutesAgo(60 * 50),
    }),
  ].map((comment, i) => ({ ...comment, number: i + 1 }));
