import type { VerdictKind } from '../../src/resolvers/addons/deployments/verdicts/types.ts';
import type { Design } from './designs.ts';

export const TRUTHS = [
  'changed as asked',
  'changed otherwise',
  'unchanged',
  'element gone',
  'accepted then lost',
  'only neighbors changed',
  'only shifted',
  'only subpixel noise',
  'browser differs',
] as const;

export type Truth = (typeof TRUTHS)[number];

/** The verdict that is right for a truth. */
export const VERDICT_OF: Record<Truth, VerdictKind> = {
  'changed as asked': 'changed',
  'changed otherwise': 'changed',
  unchanged: 'unchanged',
  'element gone': 'gone',
  'accepted then lost': 'regressed',
  'only neighbors changed': 'unchanged',
  'only shifted': 'unchanged',
  'only subpixel noise': 'unchanged',
  'browser differs': 'unknown',
};

/** States of a page by name, as complete documents. */
export type Pages = Record<string, string>;

/** A pair of captures with a comment and the truth. */
export interface LabeledPair {
  /** Names of states. */
  before: string;
  after: string;
  pin: 'target' | 'picture';
  comment: string;
  truth: Truth;
  /** State as reported, of a pair whose earlier state was accepted. */
  reported?: string;
  /** Whether the literal text of the comment is there; undefined if the comment has none. */
  isMet?: boolean;
}

const documentOf = ({ css }: Design, body: string, more = '') =>
  `<!doctype html><html><head><meta charset="utf-8"><title>Page</title><style>${css}${more}</style></head><body>${body}</body></html>`;

/** Draws the states of a design. */
export function pagesOf(design: Design): Pages {
  const { body, target, neighbor, picture, wanted, unwanted } = design;
  const draw = (html: string, css = '') => documentOf(design, html, css);
  return {
    base: draw(body),
    asked: draw(body.replace(target.text, wanted)),
    otherwise: draw(body.replace(target.text, unwanted)),
    colored: draw(body, `${target.selector}{color:#b00020 !important;background:#fff3c4 !important}`),
    gone: draw(body, '').replace(removalOf(design), ''),
    neighbors: draw(
      body.replace(neighbor.text, `${neighbor.text} New!`),
      `${neighbor.selector}{color:#a0a !important}`,
    ),
    shifted: draw(`<div style="height:37px;background:#fd5">Sale</div>${body}`),
    subpixel: draw(`<div style="height:12.4px"></div>${body}`, 'body{padding-left:.4px}'),
    redrawn: draw(body.replace(picture.part, picture.other)),
    noDrawing: draw(body.replace(/<svg.*?<\/svg>/, '')),
  };
}

/** Markup of the target element. */
function removalOf({ target, body }: Design): RegExp {
  const at = body.indexOf(target.text);
  const open = body.lastIndexOf('<', at);
  const tag = /^<(\w+)/.exec(body.slice(open))?.[1] ?? '';
  const markup = body.slice(open, body.indexOf(`</${tag}>`, at) + tag.length + 3);
  return new RegExp(markup.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
}

/** Pairs of the states of a design. */
export function pairsOf({ comment }: Design): LabeledPair[] {
  const target = { pin: 'target', before: 'base', comment } as const;
  const color = { ...target, comment: 'Please use more contrast here' };
  const picture = { pin: 'picture', before: 'base', comment: 'Use the other icon' } as const;
  return [
    { ...target, after: 'asked', truth: 'changed as asked', isMet: true },
    { ...color, after: 'colored', truth: 'changed as asked' },
    { ...picture, after: 'redrawn', truth: 'changed as asked' },
    { ...target, after: 'otherwise', truth: 'changed otherwise', isMet: false },
    { ...target, after: 'colored', truth: 'changed otherwise', isMet: false },
    { ...target, after: 'base', truth: 'unchanged', isMet: false },
    { ...picture, after: 'base', truth: 'unchanged' },
    { ...target, after: 'gone', truth: 'element gone' },
    { ...picture, after: 'noDrawing', truth: 'element gone' },
    { ...target, reported: 'base', before: 'asked', after: 'base', truth: 'accepted then lost', isMet: false },
    { ...color, reported: 'base', before: 'colored', after: 'base', truth: 'accepted then lost' },
    { ...picture, reported: 'base', before: 'redrawn', after: 'base', truth: 'accepted then lost' },
    { ...target, reported: 'base', before: 'asked', after: 'otherwise', truth: 'changed otherwise', isMet: false },
    { ...target, after: 'neighbors', truth: 'only neighbors changed', isMet: false },
    { ...picture, after: 'neighbors', truth: 'only neighbors changed' },
    { ...target, after: 'shifted', truth: 'only shifted', isMet: false },
    { ...picture, after: 'shifted', truth: 'only shifted' },
    { ...target, after: 'subpixel', truth: 'only subpixel noise', isMet: false },
    { ...picture, after: 'subpixel', truth: 'only subpixel noise' },
    { ...target, after: 'asked', truth: 'browser differs' },
  ];
}
