import type { Design, Edit } from '../design.ts';

const shoe = (name: string, price: string) =>
  `<article class="card"><h3>${name}</h3><p class="price">${price}</p><button class="buy">Add ${name} to cart</button></article>`;

const shopFixes: Edit[] = [
  ['Add Summit to cart', 'Buy Summit now'],
  ['<p class="price">59 €</p>', '<p class="price">55 €</p>'],
  ['<p class="ship">Shipping takes three weeks.</p>', ''],
  'nav{color:#445}.card h3{font-family:Georgia,serif}',
];

const shop: Design = {
  name: 'shop',
  css: `body{margin:0;font:15.5px/1.5 sans-serif;color:#223}.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:14px;padding:20px}
    .card{border:1px solid #ccd;border-radius:8px;padding:14px}.buy{background:#2456c8;color:#fff;border:0;padding:8px 12px;border-radius:4px}
    header{background:#f4f4f8;padding:12px 20px;display:flex;gap:14px}nav{color:#667;font-size:13px}.ship{padding:0 20px}`,
  body: `<header><b>Outdoor shop</b><nav>Shoes Tents Lamps</nav></header><p class="ship">Shipping takes three weeks.</p>
    <main class="grid">${shoe('Trail', '49 €')}${shoe('Summit', '89 €')}${shoe('River', '59 €')}${shoe('Desert', '79 €')}</main>
    <footer>Imprint and privacy</footer>`,
  pins: {
    button: ['article:nth-of-type(2) .buy', 'This button should say "Buy Summit now", please.'],
    price: ['article:nth-of-type(3) .price', 'River costs 55 € since Monday'],
    shipping: ['.ship', 'Please remove this sentence.'],
    menu: ['nav', 'Too pale for me, can this be darker?'],
    title: ['article:nth-of-type(1) h3', 'I do not like these letters'],
    other: ['article:nth-of-type(4) .buy', 'Make this button larger'],
    footer: ['footer', 'Add the terms here'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: shopFixes,
      labels: {
        button: 'does_it',
        price: 'does_it',
        shipping: 'gone_as_asked',
        menu: 'does_it',
        title: 'changed_otherwise',
      },
      accepts: ['button', 'price', 'shipping', 'menu'],
    },
    {
      kind: 'move',
      edits: [
        ...shopFixes,
        [shoe('Trail', '49 €'), ''],
        [shoe('Desert', '79 €'), shoe('Desert', '79 €') + shoe('Trail', '49 €')],
      ],
      labels: { title: 'changed_otherwise' },
    },
    {
      kind: 'rollback',
      edits: [],
      labels: { button: 'went_back', price: 'went_back', shipping: 'went_back', menu: 'went_back' },
    },
  ],
};

const plan = (name: string, cost: string, note: string) =>
  `<section class="plan"><h3>${name}</h3><p class="cost">${cost}</p><p class="note">${note}</p><a class="go" href="/${name}">Choose ${name}</a></section>`;

const pricing: Design = {
  name: 'pricing',
  css: `body{margin:0;font:15px/1.5 sans-serif;color:#333}.plans{display:flex;gap:16.4px;padding:22px}.plan{flex:1;border:1px solid #bbc;padding:16px}
    .plan h3{margin:0 0 6px}.cost{font-size:26px;font-weight:bold}.note{color:#555}.go{color:#1a5fd0}.vat{font-size:12px;color:#999;padding:0 22px}
    h1{padding:0 22px}`,
  body: `<h1>Plans and prices</h1><div class="plans">${plan('Starter', '9 €', 'For one site')}${plan('Business', '29 €', 'For up to ten sites with support')}${plan('Agency', '99 €', 'For sites without limit')}</div>
    <p class="vat">All prices without taxes.</p>`,
  pins: {
    note: ['section:nth-of-type(2) .note', '「For up to twenty sites with support」に変更してください。'],
    cost: ['section:nth-of-type(3) .cost', '99 € → 89 €'],
    link: ['section:nth-of-type(1) .go', 'Could this link have another color?'],
    small: ['.vat', 'Text is too small'],
    head: ['h1', 'Center this heading'],
    card: ['section:nth-of-type(1)', 'The first plan looks lost'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['For up to ten sites with support', 'For up to twenty sites with support'],
        ['99 €', '89 €'],
        '.vat{font-size:14px}h1{text-align:center}section:nth-of-type(1) .go{color:#2a65c8}section:nth-of-type(1){box-shadow:0 1px 4px rgba(0,0,0,.08)}',
      ],
      labels: {
        note: 'does_it',
        cost: 'does_it',
        small: 'does_it',
        head: 'does_it',
        link: 'changed_otherwise',
        card: 'changed_otherwise',
      },
      accepts: ['note', 'small'],
    },
    {
      kind: 'redesign',
      edits: [
        ['For up to ten sites with support', 'For up to twenty sites with support'],
        ['99 €', '89 €'],
        [plan('Starter', '9 €', 'For one site'), ''],
        [
          '<p class="vat">All prices without taxes.</p>',
          '<table class="faq"><tr><td>Questions?</td><td>Call 555-0199</td></tr></table>',
        ],
        '.plans{display:block}.plan{background:#f7f9ff;margin-bottom:12px;border-radius:12px}.note{color:#246}.cost{color:#0a4}h1{text-align:center;color:#123}',
      ],
      labels: {
        note: 'changed_otherwise',
        cost: 'does_it',
        link: 'gone',
        small: 'gone',
        head: 'does_it',
        card: 'gone',
      },
    },
  ],
};

const landing: Design = {
  name: 'landing',
  css: `body{margin:0;font:18px/1.5 sans-serif;text-align:center}.hero{background:linear-gradient(120deg,#dfe9ff,#fff0e6);padding:60px 30px}
    .hero h1{font-size:42px;margin:0 0 12px}.cta{display:inline-block;border-radius:24px;background:#e4572e;color:#fff;padding:12px 28px}
    .facts{display:flex;justify-content:center;gap:40px;padding:26px}.quote{font-style:italic;color:#444}.badge{background:#fd5;padding:2px 8px;font-size:13px}`,
  body: `<div class="hero"><span class="badge">New in May</span><h1>Feedback that stays where it belongs</h1><p class="sub">Pins survive every redesign of your site.</p>
    <a class="cta" href="#">Try the demo today</a></div><div class="facts"><p>40 languages</p><p>9000 teams</p><p>3 continents</p></div>
    <p class="quote">We recieve half as many calls.</p><svg class="wave" width="200" height="40" viewBox="0 0 200 40"><path fill="#9be" d="M0 20q50-30 100 0t100 0v20H0z"/></svg>`,
  pins: {
    cta: ['.cta', 'Should read “Try the live demo” instead of “Try the demo today”'],
    badge: ['.badge', 'It is June. Delete this.'],
    sub: ['.sub', 'Make it bold'],
    quote: ['.quote', 'typo: recieve'],
    teams: ['.facts p:nth-of-type(2)', 'Is that number still right?'],
    wave: ['.wave', 'Can we have another drawing?'],
    hero: ['.hero', 'The gradient looks dated'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['Try the demo today', 'Try the live demo'],
        ['<span class="badge">New in May</span>', ''],
        ['recieve', 'receive'],
        ['9000 teams', '9500 teams'],
        '.sub{font-weight:700}',
      ],
      labels: {
        cta: 'does_it',
        badge: 'gone_as_asked',
        sub: 'does_it',
        quote: 'does_it',
        teams: 'changed_otherwise',
        hero: 'changed_otherwise',
      },
      accepts: ['cta', 'badge', 'quote', 'teams'],
    },
    {
      kind: 'restyling',
      edits: [
        ['Try the demo today', 'Try the live demo'],
        ['<span class="badge">New in May</span>', ''],
        ['recieve', 'receive'],
        ['9000 teams', '9500 teams'],
        ['fill="#9be"', 'fill="#e9a"'],
        '.sub{font-weight:700}.cta{background:#d44f28}.quote{color:#555}.facts{opacity:.98}.hero{background:linear-gradient(120deg,#dde8ff,#ffefe4)}',
      ],
      labels: {
        cta: 'changed_otherwise',
        sub: 'does_it',
        quote: 'changed_otherwise',
        wave: 'changed_otherwise',
        hero: 'changed_otherwise',
      },
    },
    {
      kind: 'rollback',
      edits: [['9000 teams', '9500 teams']],
      labels: { cta: 'went_back', badge: 'went_back', quote: 'went_back' },
    },
  ],
};

export const COMMERCE: readonly Design[] = [shop, pricing, landing];
