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

export const PLACES: readonly Design[] = [links];
