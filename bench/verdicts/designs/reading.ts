import type { Design } from '../design.ts';

const article: Design = {
  name: 'article',
  css: `body{margin:0 auto;max-width:640px;font:17px/1.6 Georgia,serif;color:#333}h1{font-size:34px;line-height:1.2}
    .lead{font-size:20px;color:#444}aside{border-left:4px solid #c33;padding-left:14px;margin:20px 0}figcaption{font-size:13px;color:#667}
    .more{color:#0645ad}`,
  body: `<h1>How the harbor was rebuilt after the flood</h1><p class="lead">Ten years of planning ended on a quiet Tuesday.</p>
    <figure><svg width="120" height="80" viewBox="0 0 120 80"><rect fill="#9ab" width="120" height="80"/></svg><figcaption>The new lighthouse</figcaption></figure>
    <p>The first crane arrived in spring, and with it came forty engineers who had never seen the sea.</p>
    <aside>Nobody believed that the wall would hold.</aside><p>In autumn the last stones were laid, and the ferries returned.</p>
    <a class="more" href="/ferries">All ferries of this summer</a><ul class="facts"><li>40 engineers</li><li>12 cranes</li></ul>`,
  pins: {
    aside: ['aside', 'Bitte umformulieren: „Few believed that the wall would hold.“'],
    text: ['p:nth-of-type(2)', 'This gray is tiring'],
    caption: ['figcaption', 'Schwer zu lesen, bitte dunkler'],
    link: ['.more', 'Ce lien devrait être vert'],
    list: ['.facts', 'Squares would suit us'],
    picture: ['figure svg', 'The sky was darker'],
    lead: ['.lead', 'Wer hat das geschrieben?'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['Nobody believed that the wall would hold.', 'Few believed that the wall would hold.'],
        'figcaption{color:#445}p:nth-of-type(2){color:#444}.more{color:#0a7d2f}.facts{list-style:square}',
      ],
      labels: {
        aside: 'does_it',
        text: 'changed_otherwise',
        caption: 'does_it',
        link: 'does_it',
        list: 'changed_otherwise',
      },
      accepts: ['aside', 'caption', 'link'],
    },
    {
      kind: 'noise',
      edits: [
        ['<h1>', '<div style="height:12.4px"></div><h1>'],
        ['Nobody believed that the wall would hold.', 'Few believed that the wall would hold.'],
        'body{padding-left:.4px}figcaption{color:#445}p:nth-of-type(2){color:#444}.more{color:#0a7d2f}.facts{list-style:square}',
      ],
      labels: { text: 'changed_otherwise', list: 'changed_otherwise' },
    },
    {
      kind: 'rollback',
      edits: [['fill="#9ab"', 'fill="#345"'], 'p:nth-of-type(2){color:#888}'],
      labels: {
        aside: 'went_back',
        caption: 'went_back',
        link: 'went_back',
        text: 'changed_otherwise',
        picture: 'changed_otherwise',
      },
    },
  ],
};

const docs: Design = {
  name: 'docs',
  css: `body{margin:0;display:grid;grid-template-columns:200px 1fr 160px;font:15px/1.6 system-ui,sans-serif;color:#24292f}
    nav{background:#f6f8fa;padding:18px;min-height:560px}nav a{display:block;color:#57606a}main{padding:18px 30px}pre{background:#f6f8fa;padding:10px;border-radius:6px}
    .tip{border:1px solid #9cd;background:#eef8ff;padding:8px 12px}.toc{padding:18px;font-size:12px}h2{border-bottom:1px solid #ddd}`,
  body: `<nav><a href="#1">Introduction</a><a href="#2">Installation</a><a href="#3">Configuration</a><a href="#4">Deployment</a></nav>
    <main><h1>Configuration</h1><p>Settings are read from the environment when the server starts.</p><pre>PORT=3000\nHOST=localhost</pre>
    <div class="tip">Restart the server after every change.</div><h2>Storage</h2><p>Files are kept in a directory of the machine.</p>
    <table><tr><td>STORAGE_PATH</td><td>Directory</td></tr><tr><td>STORAGE_LIMIT</td><td>Gigabytes</td></tr></table></main>
    <div class="toc"><p>On this page</p><p>Storage</p></div>`,
  pins: {
    port: ['pre', 'The port is 8080, not 3000'],
    tip: ['.tip', 'Hide this box'],
    entry: ['nav a:nth-of-type(4)', 'rename it to Releases'],
    intro: ['main > p:nth-of-type(1)', 'Say that it needs no restart'],
    toc: ['.toc', 'Remove the table of contents'],
    limit: ['tr:nth-of-type(2) td:nth-of-type(1)', 'Is that documented?'],
    storage: ['h2', 'Needs a larger heading'],
  },
  releases: [
    {
      kind: 'removal',
      edits: ['.tip{display:none}.toc{visibility:hidden}', ['<tr><td>STORAGE_LIMIT</td><td>Gigabytes</td></tr>', '']],
      labels: { tip: 'gone_as_asked', toc: 'gone_as_asked', limit: 'gone' },
      accepts: ['tip'],
    },
    {
      kind: 'fixes',
      edits: [['Deployment</a>', 'Releases</a>'], 'h2{font-size:30px}.tip{display:none}.toc{opacity:0}'],
      labels: { entry: 'does_it', storage: 'does_it', toc: 'gone_as_asked' },
    },
    {
      kind: 'rollback',
      edits: [
        ['Deployment</a>', 'Releases</a>'],
        ['PORT=3000', 'PORT=8080'],
      ],
      labels: { entry: 'does_it', tip: 'went_back', port: 'does_it' },
    },
  ],
};

const teaser = (topic: string, title: string, text: string) =>
  `<article class="teaser"><span class="topic">${topic}</span><h2>${title}</h2><p>${text}</p><a href="/${topic}">Read more</a></article>`;
const STORIES = [
  teaser('City', 'Trams run all night', 'From Friday on, line 4 no longer stops at midnight.'),
  teaser('Sports', 'Rowers win again', 'The eight crossed the line two seconds ahead.'),
  teaser('Culture', 'Museum opens its cellar', 'Paintings of a century leave the dark.'),
  teaser('Weather', 'Storm from the west', 'Gusts of ninety kilometers per hour are expected.'),
] as const;

const news: Design = {
  name: 'news',
  css: `body{margin:0;font:15px/1.45 Arial,sans-serif;background:#fff}header{border-bottom:3px double #000;text-align:center;font:bold 30px Georgia,serif;padding:10px}
    main{display:grid;grid-template-columns:1fr 1fr;gap:18px;padding:18px}.teaser{border-top:2px solid #a00;padding-top:6px}.topic{font-size:11px;color:#a00;letter-spacing:1px}
    .teaser h2{font-size:21px;margin:2px 0}.ticker{background:#222;color:#eee;padding:5px 18px;font-size:12px}`,
  body: `<header>The Daily Bridge</header><div class="ticker">Bridge closed on Sunday</div><main>${STORIES.join('')}</main><footer>Printed on recycled pixels</footer>`,
  pins: {
    museum: ['article:nth-of-type(3) h2', 'Should say "Museum shows its cellar"'],
    more: ['article:nth-of-type(2) a', 'Change it to "To the race"'],
    rowers: ['article:nth-of-type(2)', 'Put the sports story first'],
    storm: ['article:nth-of-type(4)', 'Outdated'],
    ticker: ['.ticker', 'Background should be #a00'],
    tram: ['article:nth-of-type(1) p', 'A comma is missing'],
    masthead: ['header', 'Letters too thin'],
  },
  releases: [
    {
      kind: 'move',
      edits: [
        [STORIES[0], ''],
        [STORIES[1], STORIES[1] + STORIES[0]],
      ],
      labels: { rowers: 'does_it' },
    },
    {
      kind: 'removal',
      edits: [[STORIES[3], ''], ['Museum opens its cellar', 'Museum shows its cellar'], '.ticker{background:#a00}'],
      labels: { storm: 'gone', museum: 'does_it', ticker: 'does_it' },
      accepts: ['museum', 'ticker'],
    },
    {
      kind: 'fixes',
      edits: [
        [STORIES[3], ''],
        ['Museum opens its cellar', 'Museum shows its cellar'],
        ['ahead.</p><a href="/Sports">Read more', 'ahead.</p><a href="/Sports">To the race'],
        ['From Friday on, line 4', 'From Friday on, and daily, line 4'],
        '.ticker{background:#a00}header{font-weight:900}',
      ],
      labels: {
        storm: 'gone',
        more: 'does_it',
        rowers: 'changed_otherwise',
        tram: 'changed_otherwise',
        masthead: 'changed_otherwise',
      },
    },
    {
      kind: 'redesign',
      edits: [
        ...STORIES.map((story): [string, string] => [
          story,
          story
            .replaceAll('article', 'section')
            .replace('class="teaser"', 'class="story"')
            .replace('<h2>', '<h3>')
            .replace('</h2>', '</h3>'),
        ]),
        '.story{background:#f2f2ec;padding:12px}.story h3{font-size:18px;color:#135}main{grid-template-columns:1fr}',
      ],
      labels: {
        museum: 'went_back',
        rowers: 'changed_otherwise',
        storm: 'changed_otherwise',
        ticker: 'went_back',
        tram: 'changed_otherwise',
      },
    },
  ],
};

export const READING: readonly Design[] = [article, docs, news];
