/** A page of the labeled set. Its parts are unique strings, so that a case replaces one of them. */
export interface Design {
  name: string;
  css: string;
  body: string;
  /** The commented element: its selector, and the text that cases reword. */
  target: { selector: string; text: string };
  /** Text of an element beside the target, and a selector of it. */
  neighbor: { selector: string; text: string };
  /** The element with a drawing that other cases comment on, and a part of its markup. */
  picture: { selector: string; part: string; other: string };
  /** Texts that reviewers ask for, and one that nobody asked for. */
  wanted: string;
  unwanted: string;
  /** Comment that asks for `wanted` in quotation marks. */
  comment: string;
}

const icon = (path: string, className = 'icon') =>
  `<svg class="${className}" width="32" height="32" viewBox="0 0 32 32"><path fill="#456" d="${path}"/></svg>`;
const STAR = 'M16 2l4 9 10 1-8 7 3 10-9-6-9 6 3-10-8-7 10-1z';
const BOX = 'M4 4h24v24H4z';

const shoe = (name: string, price: string) =>
  `<article class="card"><h3>${name}</h3><p class="price">${price}</p><button class="buy">Add ${name} to cart</button></article>`;

const row = (user: string, state: string, amount: string) =>
  `<tr><td>${user}</td><td><span class="badge">${state}</span></td><td class="amount">${amount}</td></tr>`;

/** Page designs: grid, article, table, form, columns, hero, dark, right to left. */
export const DESIGNS: Design[] = [
  {
    name: 'shop',
    css: `body{margin:0;font:15.5px/1.5 sans-serif;color:#223}.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:14px;padding:20px}
      .card{border:1px solid #ccd;border-radius:8px;padding:14px}.buy{background:#2456c8;color:#fff;border:0;padding:8px 12px;border-radius:4px}
      header{background:#f4f4f8;padding:12px 20px;display:flex;gap:14px;align-items:center}`,
    body: `<header>${icon(STAR)}<b>Outdoor shop</b><nav>Shoes Tents Lamps</nav></header>
      <main class="grid">${shoe('Trail', '49 €')}${shoe('Summit', '89 €')}${shoe('River', '59 €')}${shoe('Desert', '79 €')}</main>
      <footer>Imprint and privacy</footer>`,
    target: { selector: 'article:nth-of-type(2) .buy', text: 'Add Summit to cart' },
    neighbor: { selector: 'article:nth-of-type(1) .buy', text: 'Add Trail to cart' },
    picture: { selector: 'header svg', part: STAR, other: BOX },
    wanted: 'Buy Summit now',
    unwanted: 'Order Summit',
    comment: 'This button should say "Buy Summit now", please.',
  },
  {
    name: 'article',
    css: `body{margin:0 auto;max-width:640px;font:17px/1.6 Georgia,serif;color:#111}h1{font-size:34px;line-height:1.2}
      .lead{font-size:20px;color:#444}aside{border-left:4px solid #c33;padding-left:14px;margin:20px 0}`,
    body: `<h1>How the harbor was rebuilt after the flood</h1><p class="lead">Ten years of planning ended on a quiet Tuesday.</p>
      <figure>${icon(BOX, 'photo')}<figcaption>The new lighthouse</figcaption></figure>
      <p>The first crane arrived in spring, and with it came forty engineers who had never seen the sea.</p>
      <aside>Nobody believed that the wall would hold.</aside><p>In autumn the last stones were laid, and the ferries returned.</p>`,
    target: { selector: 'aside', text: 'Nobody believed that the wall would hold.' },
    neighbor: { selector: '.lead', text: 'Ten years of planning ended on a quiet Tuesday.' },
    picture: { selector: 'figure svg', part: BOX, other: STAR },
    wanted: 'Few believed that the wall would hold.',
    unwanted: 'Everybody knew that the wall would hold.',
    comment: 'Bitte umformulieren: „Few believed that the wall would hold.“',
  },
  {
    name: 'table',
    css: `body{margin:0;font:14px/1.4 sans-serif;display:flex}aside{width:170px;background:#1d2433;color:#dde;padding:16px;min-height:500px}
      main{flex:1;padding:18px}table{border-collapse:collapse;width:100%}td{border-bottom:1px solid #ddd;padding:9px}
      .badge{background:#e3f5e6;color:#186a2b;border-radius:9px;padding:2px 9px}.total{font-weight:bold;margin-top:12px}`,
    body: `<aside><p>Overview</p><p>Invoices</p><p>Members</p></aside><main><h2>Invoices ${icon(STAR, 'mark')}</h2><table>
      ${row('Ada Byron', 'Paid', '120.00')}${row('Grace Brown', 'Open invoice', '310.50')}${row('Alan Smith', 'Overdue', '75.25')}</table>
      <p class="total">Sum of all invoices: 505.75</p></main>`,
    target: { selector: 'tr:nth-of-type(2) .badge', text: 'Open invoice' },
    neighbor: { selector: '.total', text: 'Sum of all invoices: 505.75' },
    picture: { selector: 'h2 svg', part: STAR, other: BOX },
    wanted: 'Not paid yet',
    unwanted: 'Pending invoice',
    comment: 'Il faudrait écrire « Not paid yet » ici.',
  },
  {
    name: 'form',
    css: `body{margin:30px;font:16px/1.5 sans-serif;background:#fafafa}form{max-width:420px;background:#fff;padding:24px;border:1px solid #ddd}
      label{display:block;margin:10px 0 3px}input{width:100%;box-sizing:border-box;padding:7px}.send{margin-top:16px;background:#0a7d4f;color:#fff;border:0;padding:10px 18px}
      .hint{color:#666;font-size:13px}`,
    body: `<form><h2>Create your account</h2><label>Name<input name="name" placeholder="Your name"></label>
      <label>E-mail<input name="mail" placeholder="you@example.com"></label><p class="hint">No spam, and no tracking.</p>
      <button class="send" type="button">Create account</button> ${icon(BOX, 'lock')}</form>`,
    target: { selector: '.send', text: 'Create account' },
    neighbor: { selector: '.hint', text: 'No spam, and no tracking.' },
    picture: { selector: 'form svg', part: BOX, other: STAR },
    wanted: 'Start free trial',
    unwanted: 'Register account',
    comment: "Cambiar 'Create account' a «Start free trial»",
  },
  {
    name: 'columns',
    css: `body{margin:0;font:15px/1.5 sans-serif}.plans{display:flex;gap:16.4px;padding:22px}.plan{flex:1;border:1px solid #bbc;padding:16px}
      .plan h3{margin:0 0 6px}.cost{font-size:26px;font-weight:bold}.note{color:#555}`,
    body: `<h1>${icon(STAR, 'logo')} Plans and prices</h1><div class="plans">
      <section class="plan"><h3>Starter</h3><p class="cost">9 €</p><p class="note">For one site</p></section>
      <section class="plan"><h3>Business</h3><p class="cost">29 €</p><p class="note">For up to ten sites with support</p></section>
      <section class="plan"><h3>Agency</h3><p class="cost">99 €</p><p class="note">For sites without limit</p></section></div>`,
    target: { selector: 'section:nth-of-type(2) .note', text: 'For up to ten sites with support' },
    neighbor: { selector: 'section:nth-of-type(3) .note', text: 'For sites without limit' },
    picture: { selector: 'h1 svg', part: STAR, other: BOX },
    wanted: 'For up to twenty sites with support',
    unwanted: 'For up to five sites with support',
    comment: '「For up to twenty sites with support」に変更してください。',
  },
  {
    name: 'hero',
    css: `body{margin:0;font:18px/1.5 sans-serif;text-align:center}.hero{background:linear-gradient(120deg,#dfe9ff,#fff0e6);padding:60px 30px}
      .hero h1{font-size:42px;margin:0 0 12px}.cta{display:inline-block;border-radius:24px;background:#e4572e;color:#fff;padding:12px 28px}
      .facts{display:flex;justify-content:center;gap:40px;padding:26px}`,
    body: `<div class="hero">${icon(BOX, 'brand')}<h1>Feedback that stays where it belongs</h1><p class="sub">Pins survive every redesign of your site.</p>
      <a class="cta" href="#">Try the demo today</a></div><div class="facts"><p>40 languages</p><p>9000 teams</p><p>3 continents</p></div>`,
    target: { selector: '.cta', text: 'Try the demo today' },
    neighbor: { selector: '.sub', text: 'Pins survive every redesign of your site.' },
    picture: { selector: '.hero svg', part: BOX, other: STAR },
    wanted: 'Try the live demo',
    unwanted: 'Watch the demo today',
    comment: 'Should read “Try the live demo” instead of “Try the demo today”',
  },
  {
    name: 'dark',
    css: `body{margin:0;font:14px/1.6 monospace;background:#12141a;color:#cfd3dc}main{padding:24px;max-width:720px}
      .stat{display:inline-block;border:1px solid #333a4a;padding:10px 16px;margin:0 8px 8px 0}.value{font-size:22px;color:#7fd1ff}pre{background:#1b1e27;padding:12px}`,
    body: `<main><h1>Status ${icon(STAR, 'sun')}</h1><div class="stat"><div>Requests</div><div class="value">12840 per hour</div></div>
      <div class="stat"><div>Failures</div><div class="value">17 in total</div></div><p class="state">All systems are working normally.</p>
      <pre>GET /health 200\nGET /ready 200</pre><p>Updated by the monitor of the region.</p></main>`,
    target: { selector: '.state', text: 'All systems are working normally.' },
    neighbor: { selector: 'main > p:nth-of-type(2)', text: 'Updated by the monitor of the region.' },
    picture: { selector: 'h1 svg', part: STAR, other: BOX },
    wanted: 'All systems are operational.',
    unwanted: 'Some systems are working normally.',
    comment: 'should be `All systems are operational.`',
  },
];
