import type { Design } from '../design.ts';

const story = (name: string, text: string, badge = '') =>
  `<article class="story">${badge}<h2>${name}</h2><p class="lead">${text}</p><button class="save">Save</button></article>`;

const magazine: Design = {
  name: 'magazine',
  css: `body{margin:0;font:17px/1.5 Georgia,serif;color:#222;background:#fbfaf7}header{padding:18px 24px;border-bottom:2px solid #222}
    main{display:grid;grid-template-columns:1fr 1fr;gap:18px;padding:20px}.story{background:#fff;border:1px solid #ddd;padding:14px}
    .badge{background:#b3261e;color:#fff;font-size:12px;padding:2px 7px}.save{background:#222;color:#fff;border:0;padding:7px 13px}.ad{padding:16px 24px;background:#eee}`,
  body: `<header><h1>The Weekly Loaf</h1><p class="motto">News from ovens near you</p></header><div class="ad"><p>Mills at half price</p></div>
    <main>${story('Rye returns', 'Dark bread sells again.', '<span class="badge">New</span>')}${story('Salt', 'How much is too much.')}</main><p class="imprint">Printed weekly</p>`,
  pins: {
    badge: ['.story:nth-of-type(1) .badge', 'It is a month old. Please remove the badge'],
    rye: ['.story:nth-of-type(1)', 'Remove the badge'],
    save: ['.story:nth-of-type(2) .save', 'Nobody saves articles, get rid of the button'],
    motto: ['.motto', 'Please center this'],
    title: ['h1', 'Align it with the menu'],
    imprint: ['.imprint', 'Bitte rechtsbündig'],
    ad: ['.ad', 'Hide the image'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['<span class="badge">New</span>', ''],
        [
          '<p class="lead">How much is too much.</p><button class="save">Save</button>',
          '<p class="lead">How much is too much.</p>',
        ],
        '.motto{text-align:center}.imprint{text-align:right}h1{text-align:center}',
      ],
      labels: {
        badge: 'gone_as_asked',
        rye: 'changed_otherwise',
        save: 'gone_as_asked',
        motto: 'does_it',
        title: 'changed_otherwise',
        imprint: 'does_it',
      },
      accepts: ['badge', 'motto', 'imprint'],
    },
    {
      kind: 'removal',
      edits: [
        ['<div class="ad"><p>Mills at half price</p></div>', ''],
        ['<p class="motto">News from ovens near you</p>', '<p class="motto">Bread news</p>'],
        ['<span class="badge">New</span>', ''],
        '.motto{text-align:center}.imprint{text-align:right}',
      ],
      labels: { ad: 'gone', rye: 'changed_otherwise', motto: 'changed_otherwise' },
    },
    {
      kind: 'rollback',
      edits: ['.imprint{text-align:center}'],
      labels: { badge: 'went_back', motto: 'went_back', imprint: 'changed_otherwise' },
    },
    {
      kind: 'restyling',
      edits: [
        ['<span class="badge">New</span>', ''],
        '.motto{text-align:center;color:#777}.imprint{text-align:right;color:#555}h1{font-size:40px}',
      ],
      labels: {
        rye: 'changed_otherwise',
        motto: 'changed_otherwise',
        title: 'changed_otherwise',
        imprint: 'changed_otherwise',
      },
    },
  ],
};

export const LAYOUT: readonly Design[] = [magazine];
