import type { Design, Edit } from '../design.ts';

const linkFixes: Edit[] = [
  ['href="/opening"', 'href="/hours"'],
  ['href="#"', 'href="https://maps.example/oven/"'],
  ['href="/shop/old"', 'href="/shop/order#bread"'],
  ['href="/news"', 'href="/diary"'],
  ['href="mailto:old@bakery.example"', 'href="mailto:hello@bakery.example"'],
];

const links: Design = {
  name: 'links',
  css: `body{margin:0;font:16px/1.5 sans-serif;color:#2b2b2b}nav,main,footer{padding:14px 22px}nav a{margin-right:16px;color:#7a3b12}
    .order{display:inline-block;background:#7a3b12;color:#fff;padding:8px 14px}.card{border:1px solid #ccb;padding:12px;margin:12px 0}`,
  body: `<nav><a class="when" href="/opening">Opening hours</a><a class="where" href="#">How to find us</a><a class="diary" href="/news">Diary</a></nav>
    <main><h1>Bread at seven</h1><p>We bake while you sleep.</p><a class="order" href="/shop/old"><b>Order a loaf</b></a>
    <div class="card"><h3>Courses</h3><p>Learn to bake rye in a day.</p><a href="/courses">Dates and prices</a></div></main>
    <footer><p>Write to <a class="mail" href="mailto:old@bakery.example">the bakers</a></p></footer>`,
  pins: {
    when: ['.when', 'This link should go to /hours'],
    where: ['.where', 'link must point to https://maps.example/oven'],
    order: ['.order b', 'Der Knopf soll auf /shop/order#bread führen'],
    diary: ['.diary', 'The link is wrong, it should be /news/diary'],
    mail: ['.mail', 'Ce lien doit pointer vers mailto:hello@bakery.example'],
    card: ['.card', 'Este enlace debe ir a /courses/rye'],
    title: ['h1', 'Make this larger'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: linkFixes,
      labels: {
        when: 'does_it',
        where: 'does_it',
        order: 'does_it',
        diary: 'changed_otherwise',
        mail: 'does_it',
      },
      accepts: ['when', 'where', 'order', 'mail'],
    },
    {
      kind: 'restyling',
      edits: [...linkFixes, ['href="/courses"', 'href="/courses/rye/"'], 'nav a{color:#963}'],
      labels: {
        when: 'changed_otherwise',
        where: 'changed_otherwise',
        diary: 'changed_otherwise',
        card: 'does_it',
      },
    },
    {
      kind: 'rollback',
      edits: [['href="/courses"', 'href="/courses/wheat"']],
      labels: {
        when: 'went_back',
        where: 'went_back',
        order: 'went_back',
        mail: 'went_back',
        card: 'changed_otherwise',
      },
    },
  ],
};

const person = (name: string, text: string) =>
  `<li class="person"><h3>${name}</h3><p>${text}</p><a href="/team/${name.toLowerCase()}">More about ${name}</a></li>`;
const TOM = person('Tom', 'Bakes rye and spelt.');
const IDA = person('Ida', 'Runs the shop in the mornings.');
const MARA = person('Mara', 'Founded the bakery.');
const dish = (name: string, price: string) => `<tr><td>${name}</td><td>${price}</td></tr>`;

const order: Design = {
  name: 'order',
  css: `body{margin:0;font:16px/1.5 sans-serif;color:#222}main{padding:10px 22px}.team{display:grid;grid-template-columns:repeat(3,1fr);gap:14px;padding:0;list-style:none}
    .person{border:1px solid #cbb;padding:10px}td{padding:4px 20px 4px 0}.steps{display:flex;flex-direction:column}`,
  body: `<main><h1>Who bakes</h1><ul class="team">${TOM}${IDA}${MARA}</ul><table class="menu">${dish('Soup', '6 €')}${dish('Bread', '3 €')}${dish('Cake', '4 €')}</table>
    <div class="steps"><p class="step">Order by ten</p><p class="step">Pay at the counter</p><p class="step">Fetch it warm</p></div></main>`,
  pins: {
    founder: ['.person:nth-of-type(3)', 'Mara should come first'],
    tom: ['.person:nth-of-type(1) h3', 'Please move Tom to the end'],
    ida: ['.person:nth-of-type(2)', 'Runs it since 2010, add this'],
    bread: ['tr:nth-of-type(2)', 'Bread soll vor Soup stehen'],
    cake: ['tr:nth-of-type(3) td:nth-of-type(1)', 'This should be above Bread'],
    step: ['.step:nth-of-type(3)', 'Wrong order, this has to be at the top'],
    head: ['h1', 'Make this larger'],
  },
  releases: [
    {
      kind: 'move',
      edits: [[TOM, ''], [MARA, MARA + TOM], '.person:nth-of-type(1){order:2}.person:nth-of-type(3){order:3}'],
      labels: { tom: 'does_it', founder: 'does_it' },
    },
    {
      kind: 'move',
      edits: [
        [TOM + IDA + MARA, MARA + TOM + IDA],
        [
          dish('Soup', '6 €') + dish('Bread', '3 €') + dish('Cake', '4 €'),
          dish('Cake', '4 €') + dish('Bread', '3 €') + dish('Soup', '6 €'),
        ],
        '.step:nth-of-type(3){order:-1}',
      ],
      labels: {
        founder: 'does_it',
        tom: 'changed_otherwise',
        bread: 'does_it',
        cake: 'does_it',
        step: 'does_it',
      },
    },
    {
      kind: 'move',
      edits: [
        [TOM + IDA + MARA, TOM + MARA + IDA],
        [
          '<p class="step">Order by ten</p><p class="step">Pay at the counter</p>',
          '<p class="step">Pay at the counter</p><p class="step">Order by ten</p>',
        ],
        ['<h1>Who bakes</h1>', '<p>Open from seven</p><h1>Who bakes</h1>'],
      ],
      labels: { founder: 'changed_otherwise' },
    },
  ],
};

const LEAD = '<p class="lead">We bake with rye from the valley.</p>';
const BANNER = '<p class="banner">Closed on public holidays</p>';
const NOTE = '<div class="note"><b>Today</b><span class="price">3 € a loaf</span></div>';

const replaced: Design = {
  name: 'replaced',
  css: `body{margin:0;font:16px/1.5 sans-serif;color:#222}.hero,.more{padding:16px 22px}.lead{font-size:19px}.banner{background:#fee;padding:6px}.cta{color:#7a3b12}.stock{color:#060}`,
  body: `<section class="hero"><h1>Bread from our oven</h1>${LEAD}<a class="cta" href="/shop">Order a loaf</a></section>
    <section class="more"><h2>In the shop</h2>${NOTE}<button>Show more</button></section>`,
  pins: {
    lead: ['.lead', 'Can this be shorter?'],
    price: ['.price', 'Is this per kilo?'],
    cta: ['.cta', 'This should be bold'],
  },
  releases: [
    {
      kind: 'removal',
      edits: [
        [LEAD, ''],
        ['<h1>Bread from our oven</h1>', `${BANNER}<h1>Bread from our oven</h1>`],
      ],
      labels: { lead: 'gone' },
    },
    {
      kind: 'removal',
      edits: [
        [LEAD, BANNER],
        ['<span class="price">3 € a loaf</span>', '<span class="stock">Sold out until Monday</span>'],
      ],
      labels: { lead: 'gone', price: 'gone' },
    },
    {
      kind: 'redesign',
      edits: [
        [LEAD, '<p class="lead">Rye, spelt and wheat, every morning.</p>'],
        ['<span class="price">3 € a loaf</span>', '<span class="price">From 3 € each</span>'],
      ],
      labels: { lead: 'changed_otherwise', price: 'changed_otherwise' },
    },
  ],
};

export const PLACES: readonly Design[] = [links, order, replaced];
