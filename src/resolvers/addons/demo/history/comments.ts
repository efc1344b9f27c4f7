import type { Priority, Resolution } from '../../../../generated/prisma/client.ts';
import type { DemoColleague } from './colleagues.ts';

/** Author of a text: a colleague, or the visitor who wrote the comment. */
type Author = DemoColleague | 'visitor';

interface DemoReply {
  by: Author;
  content: string;
  isInternal?: true;
  mentions?: DemoColleague[];
}

export type DemoLabel = 'copy' | 'mobile' | 'accessibility';

/** A comment of the history, with what was said and decided about it. */
export interface DemoComment {
  environment: 'production' | 'staging';
  /**
   * Tag and visible text of the element on the page. The CSS selector finds it without a capture.
   */
  element: { tag: string; text: string; selector: string };
  by: DemoColleague | { name: string; email: string };
  content: string;
  isInternal?: true;
  mentions?: DemoColleague[];
  priority?: Priority;
  labels?: DemoLabel[];
  assignee?: DemoColleague;
  /** Days from now. */
  dueIn?: number;
  replies?: DemoReply[];
  isInProgress?: true;
  resolution?: Resolution;
}

export const DEMO_LABELS: Record<DemoLabel, string> = {
  copy: '#b4552d',
  mobile: '#3b6fd4',
  accessibility: '#7a4fb5',
};

const CLARA = { name: 'Clara Voss', email: 'clara@visitor.example' };
const JONAS = { name: 'Jonas Lind', email: 'jonas@visitor.example' };

/** In the order of writing; the last one is the newest. */
export const DEMO_COMMENTS: readonly DemoComment[] = [
  {
    environment: 'production',
    element: { tag: 'span', text: '€ 95', selector: '.product-card:nth-child(6) .price' },
    by: JONAS,
    content: 'Is it € 95 or € 59? The newsletter says 59.',
    priority: 'urgent',
    labels: ['copy'],
    assignee: 'tom',
    replies: [
      { by: 'tom', content: 'Thank you for telling us. The newsletter swapped two digits; € 95 is right.' },
      { by: 'visitor', content: 'That is what I feared. It is a lovely pot anyway, so I ordered one.' },
      { by: 'ines', content: 'Let us send Jonas a tea towel with it.', isInternal: true },
      { by: 'tom', content: 'The correction went out this morning. A small surprise is in your parcel.' },
    ],
    resolution: 'fixed',
  },
  {
    environment: 'production',
    element: { tag: 'li', text: 'Ships in three days', selector: '.promises li' },
    by: CLARA,
    content: 'Is this still true before Christmas?',
    labels: ['copy'],
    replies: [
      { by: 'ines', content: 'Until 18 December. We will say so on the page.' },
      { by: 'ines', content: '@Demo can you ask the workshop for the date?', isInternal: true, mentions: ['demo'] },
    ],
  },
  {
    environment: 'production',
    element: { tag: 'a', text: 'See the collection', selector: '.hero .button' },
    by: CLARA,
    content: 'I looked for this button on my phone for a while. Could it be larger there?',
    priority: 'high',
    labels: ['mobile', 'accessibility'],
    assignee: 'demo',
    dueIn: 3,
    replies: [
      { by: 'demo', content: 'Which phone do you use, and is it the color or the size?' },
      { by: 'visitor', content: 'An older one with a small screen. The button is below the edge of it.' },
      { by: 'tom', content: 'At 390 px the button starts at 612 px. A shorter text helps.', isInternal: true },
    ],
    isInProgress: true,
  },
  {
    environment: 'production',
    element: { tag: 'dd', text: 'First Sunday of the month, eight places', selector: '.visit dd:last-child' },
    by: JONAS,
    content: 'Can I book a course for two people with one message?',
    priority: 'low',
  },
  {
    environment: 'staging',
    element: { tag: 'a', text: 'Workshop', selector: '.site-nav [href="#visit"]' },
    by: 'ines',
    content: 'Let this say “Visit us”. A workshop sounds like a course that one books.',
    priority: 'high',
    labels: ['copy'],
    assignee: 'tom',
    replies: [{ by: 'tom', content: 'It comes with the redesign.' }],
    isInProgress: true,
  },
  {
    environment: 'staging',
    element: { tag: 'h1', text: 'Tableware made to be used every day', selector: 'h1' },
    by: 'demo',
    content: 'The headline may be calmer, without serifs.',
    assignee: 'ines',
    isInProgress: true,
  },
  {
    environment: 'staging',
    element: { tag: 'p', text: 'Six pieces, made in March, until they are gone.', selector: '.section-head p' },
    by: CLARA,
    content: 'It is April. Does this line stay?',
    labels: ['copy'],
    assignee: 'ines',
  },
  {
    environment: 'staging',
    element: { tag: 'h3', text: 'Twig vase', selector: '.product-card:nth-child(4) h3' },
    by: 'tom',
    content: '@Demo the vase has two names: “Twig vase” here, “Branch vase” in the order mail.',
    mentions: ['demo'],
    labels: ['copy'],
    replies: [{ by: 'ines', content: 'Twig vase is the one in the catalog.' }],
  },
  {
    environment: 'staging',
    element: { tag: 'button', text: 'Add to basket', selector: '.product-card .add-to-basket' },
    by: CLARA,
    content: 'Does this put the mug into the basket at once, or does it open its page first?',
    replies: [{ by: 'demo', content: 'At once. The number in the header shows it.' }],
  },
  {
    environment: 'staging',
    element: { tag: 'dt', text: 'Open', selector: '.visit dt:nth-of-type(2)' },
    by: 'ines',
    content: 'Gray on beige is 4.3 : 1. It needs 4.5 : 1 for small text.',
    isInternal: true,
    priority: 'high',
    labels: ['accessibility'],
    assignee: 'demo',
    dueIn: 7,
  },
];
