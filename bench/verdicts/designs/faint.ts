import type { Design, Edit } from '../design.ts';

const column = (name: string, text: string) =>
  `<div class="col"><h3>${name}</h3><p>${text}</p><a class="more" href="/${name}">Read about ${name}</a></div>`;

const studio: Design = {
  name: 'studio',
  css: `body{margin:0;font:16px/1.5 sans-serif;color:#333;background:#fff}header{padding:14px 22px;border-bottom:1px solid #ddd}.cols{display:flex;gap:20px;padding:16px 22px}
    .col{flex:1;padding:12px;background:#fafafa}.more{color:#1a5fd0}.small{font-size:12px;color:#667;padding:0 22px}.book{background:#2a7de1;color:#fff;border:0;padding:10px 16px;margin:0 22px}
    .notice{padding:10px 22px;background:#fff}.intro{padding:0 22px;color:#333}.faq{padding:0 22px}`,
  body: `<header><b>Studio Nord</b></header><p class="intro">We design kitchens that outlive fashions.</p><div class="cols">${column('Oak', 'Warm and heavy, for large rooms.')}${column('Ash', 'Light, and easy to keep clean.')}${column('Pine', 'Soft and cheap.')}</div>
    <p class="notice">Closed on the first Monday of each month.</p><button class="book">Book a visit</button><p class="small">All prices include delivery within the city.</p><div class="faq">How long does it take? About six weeks.</div>`,
  pins: {
    intro: ['.intro', 'This reads a bit hard'],
    link: ['.col:nth-of-type(1) .more', 'Is this our blue?'],
    small: ['.small', 'I can hardly read that'],
    book: ['.book', 'Does not stand out'],
    notice: ['.notice', 'Nobody sees this notice'],
    title: ['.col:nth-of-type(2) h3', 'The font does not fit'],
    pine: ['.col:nth-of-type(3)', 'Looks like the others'],
    faq: ['.faq', 'Six weeks is not true any more'],
  },
  releases: [
    {
      kind: 'restyling',
      edits: [
        '.intro{color:#444}.col:nth-of-type(1) .more{color:#2266cc}.small{color:#445}.book{background:#2672cf}.notice{background:#fffdf6}h3{font-family:Georgia,serif}.col:nth-of-type(3){color:#223;background:#f3f6fa}',
      ],
      labels: {
        intro: 'changed_otherwise',
        link: 'changed_otherwise',
        small: 'changed_otherwise',
        book: 'changed_otherwise',
        notice: 'changed_otherwise',
        title: 'changed_otherwise',
        pine: 'changed_otherwise',
      },
    },
    {
      kind: 'restyling',
      edits: [
        '.intro{color:#555}.more{color:#1d55b8}.small{color:#556}.book{background:#2a79d8}.notice{background:#f7f7f7}.col:nth-of-type(2) h3{font-family:"Trebuchet MS",sans-serif}.col{background:#fcfcfc;color:#3a3a3a}',
      ],
      labels: {
        intro: 'changed_otherwise',
        link: 'changed_otherwise',
        small: 'changed_otherwise',
        book: 'changed_otherwise',
        notice: 'changed_otherwise',
        title: 'changed_otherwise',
        pine: 'changed_otherwise',
      },
    },
    {
      kind: 'removal',
      edits: [
        ['<p class="intro">We design kitchens that outlive fashions.</p>', ''],
        [
          '<p class="notice">Closed on the first Monday of each month.</p>',
          '<form class="news"><input placeholder="Your mail"><button>Subscribe</button></form>',
        ],
        [
          '<div class="faq">How long does it take? About six weeks.</div>',
          '<ul class="jobs"><li>Carpenter</li><li>Driver</li></ul>',
        ],
        '.small{display:none}.book{visibility:hidden}.col:nth-of-type(3){display:none}body{color:#888}',
      ],
      labels: {
        intro: 'gone',
        notice: 'gone',
        faq: 'gone',
        small: 'gone',
        book: 'gone',
        pine: 'gone',
        title: 'changed_otherwise',
      },
    },
    {
      kind: 'removal',
      edits: [
        [
          '<p class="intro">We design kitchens that outlive fashions.</p>',
          '<p class="intro">Visit us at the fair in May, hall 4.</p>',
        ],
        ['<button class="book">Book a visit</button>', '<button class="call">Call 0800 12 34</button>'],
        [
          '<p class="small">All prices include delivery within the city.</p>',
          '<img class="map" alt="Map" width="300" height="80" src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>">',
        ],
        ['<div class="faq">How long does it take? About six weeks.</div>', ''],
        [column('Oak', 'Warm and heavy, for large rooms.'), ''],
        '.intro{padding:4px 22px}',
      ],
      labels: { intro: 'changed_otherwise', book: 'gone', small: 'gone', faq: 'gone', link: 'gone' },
    },
  ],
};

const tile = (text: string, price: string, more = 'View') =>
  `<div class="tile"><p>${text}</p><span class="price">${price}</span><button>${more}</button></div>`;
const item = (text: string, price: string, more = 'View') =>
  `<li class="product-row"><div class="product-text"><p>${text}</p></div><div class="product-buy"><span class="amount">${price}</span><button class="cta">${more}</button></div></li>`;

const TILES = [
  ['Wool blanket, grey, 140 × 200', '79 €'],
  ['Linen pillow, two sizes', '35 €'],
  ['Cotton sheet, white', '49 €'],
  ['Down quilt for cold nights', '199 €'],
] as const;
const tiles = TILES.map(([text, price]) => tile(text, price)).join('');
const rows = (order: readonly number[], more?: string): string =>
  order.map((index) => item(TILES[index]?.[0] ?? '', TILES[index]?.[1] ?? '', more)).join('');

const redesigned: Edit[] = [
  '.list{list-style:none;margin:0;padding:20px}.product-row{display:flex;justify-content:space-between;border-bottom:1px solid #ddd;padding:10px 0}.cta{background:#0a6;color:#fff;border:0;padding:8px 12px}',
];

const bedding: Design = {
  name: 'bedding',
  css: `body{margin:0;font:15px/1.5 sans-serif;color:#222}.tiles{display:grid;grid-template-columns:1fr 1fr;gap:16px;padding:20px}.tile{border:1px solid #ccc;padding:14px}.price{font-weight:bold;display:block}
    header{padding:16px 20px;background:#eef}footer{padding:20px;color:#666}`,
  body: `<header>Bedding for quiet nights</header><div class="tiles">${tiles}</div><footer>Sent within two days</footer>`,
  pins: {
    blanket: ['.tile:nth-of-type(1)', 'The blanket has no picture'],
    view: ['.tile:nth-of-type(2) button', 'This should say "Buy"'],
    sheet: ['.tile:nth-of-type(3) p', 'Which white is it?'],
    price: ['.tile:nth-of-type(4) .price', 'The quilt costs 189 €'],
    third: ['.tile:nth-of-type(3) button', 'Too small on my phone'],
    footer: ['footer', 'Write "Sent within one day" here'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        [tile('Linen pillow, two sizes', '35 €'), tile('Linen pillow, two sizes', '35 €', 'Buy')],
        ['199 €', '189 €'],
        ['Sent within two days', 'Sent within one day'],
      ],
      labels: { view: 'does_it', price: 'does_it', footer: 'does_it' },
      accepts: ['footer'],
    },
    {
      kind: 'redesign',
      edits: [
        [`<div class="tiles">${tiles}</div>`, `<ul class="list">${rows([0, 1, 2, 3], 'Buy')}</ul>`],
        ...redesigned,
      ],
      labels: {
        blanket: 'changed_otherwise',
        view: 'does_it',
        price: 'changed_otherwise',
        third: 'changed_otherwise',
        footer: 'went_back',
      },
    },
    {
      kind: 'redesign',
      edits: [
        [`<div class="tiles">${tiles}</div>`, `<ul class="list">${rows([3, 2, 1, 0])}</ul>`],
        ['Sent within two days', 'Sent within one day'],
        ...redesigned,
      ],
      labels: {
        blanket: 'changed_otherwise',
        view: 'changed_otherwise',
        price: 'changed_otherwise',
        third: 'changed_otherwise',
      },
    },
  ],
};

const agency: Design = {
  name: 'agency',
  css: `body{margin:0;font:16px/1.5 sans-serif;color:#234}nav{display:flex;gap:18px;padding:14px 20px}.hero{padding:40px 20px;background:#f2f5ee}.cta{background:#275;color:#fff;padding:10px 16px;display:inline-block}
    .team{display:flex;gap:16px;padding:20px}.person{border:1px solid #ccd;padding:10px;width:200px}.hours,.mail,.claim{padding:0 20px}`,
  body: `<nav><a href="/w">Works</a><a href="/t">Team</a><a href="/c">Get in touch</a></nav><div class="hero"><h1>We build brands</h1><a class="cta" href="/c">Start</a></div>
    <div class="team"><div class="person"><b>Ines</b><p>Art director</p></div><div class="person"><b>Paul</b><p>Developer</p></div></div>
    <p class="claim">Founded 1998 in Hamburg</p><p class="hours">Open from 9:00 to 17:00</p><p class="mail">Wirte to us, we answer quickly</p>`,
  pins: {
    works: ['nav a:nth-of-type(1)', 'Please call it "Projects"'],
    contact: ['nav a:nth-of-type(3)', 'Rename to Contact'],
    hero: ['h1', 'Change the headline to "Brands that people remember"'],
    cta: ['.cta', 'Can this read “Plan your project”?'],
    role: ['.person:nth-of-type(2) p', 'Paul is now called “Head of engineering”'],
    claim: ['.claim', 'Replace "Hamburg" with "Bremen"'],
    hours: ['.hours', 'We close at 18:00'],
    mail: ['.mail', 'typo: Wirte'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['>Works<', '>Projects<'],
        ['>Get in touch<', '>Contact<'],
        ['We build brands', 'Brands that people remember'],
        ['>Start<', '>Plan your project<'],
        ['Developer', 'Head of engineering'],
        ['Hamburg', 'Bremen'],
        ['17:00', '18:00'],
        ['Wirte', 'Write'],
      ],
      labels: {
        works: 'does_it',
        contact: 'does_it',
        hero: 'does_it',
        cta: 'does_it',
        role: 'does_it',
        claim: 'does_it',
        hours: 'does_it',
        mail: 'does_it',
      },
    },
    {
      kind: 'fixes',
      edits: [
        ['>Works<', '>Our cases<'],
        ['>Get in touch<', '>Say hello<'],
        ['We build brands', 'Brands to remember'],
        ['>Start<', '>Plan a project with us<'],
        ['Developer', 'Lead developer'],
        ['Hamburg', 'Berlin'],
        ['17:00', '16:00'],
        ['Wirte', 'Wriet'],
      ],
      labels: {
        works: 'changed_otherwise',
        contact: 'changed_otherwise',
        hero: 'changed_otherwise',
        cta: 'changed_otherwise',
        role: 'changed_otherwise',
        claim: 'changed_otherwise',
        hours: 'changed_otherwise',
        mail: 'changed_otherwise',
      },
    },
  ],
};

export const FAINT: readonly Design[] = [studio, bedding, agency];
