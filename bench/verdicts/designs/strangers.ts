import type { Design, Edit } from '../design.ts';

/** A picture of one color and shape. */
const drawing = (color: string, shape: string) =>
  `<img alt="" width="120" height="80" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='120' height='80'%3E%3Crect width='120' height='80' fill='${color}'/%3E${shape}%3C/svg%3E">`;
const BOAT = drawing('%23cde', "%3Cpath d='M20 50h80l-16 20H36z' fill='%23345'/%3E");
const HOUSE = drawing('%23edc', "%3Cpath d='M20 40l40-30 40 30v30H20z' fill='%23543'/%3E");

const museumFixes: Edit[] = [
  ['Ingresso 12 €', 'Ingresso 14 €'],
  ['Prenota', 'Prenota la visita'],
  ['<p class="closed">Chiuso il lunedì</p>', ''],
  'h1{font-size:34px}.room{color:#a00}',
];
const museum: Design = {
  name: 'museum (Italian)',
  root: 'lang="it"',
  css: `body{margin:0;font:16px/1.5 Georgia,serif;color:#333}main{padding:20px}h1{font-size:28px}.cta{background:#345;color:#fff;padding:8px 14px;display:inline-block}
    .room{color:#333}.hours{font-weight:bold}.old{color:#777}`,
  body: `<main><h1>Museo del mare</h1><p class="price">Ingresso 12 €</p><p class="hours">Aperto dalle 9:00 alle 17:00</p><a class="cta" href="/visita">Prenota</a>
    <p class="closed">Chiuso il lunedì</p><p class="room">Sala delle mappe</p><p class="old">Mostra in corso: le navi</p><p class="guide">Audioguida compresa</p></main>`,
  pins: {
    price: ['.price', 'Il prezzo è 14 €, non 12 €'],
    hours: ['.hours', 'Non chiude alle 18:00'],
    cta: ['.cta', 'Scrivere «Prenota la visita»'],
    closed: ['.closed', 'Togliere questa riga'],
    title: ['h1', 'Più grande, per favore'],
    room: ['.room', 'Non in rosso'],
    old: ['.old', 'Il testo grigio si legge male'],
    guide: ['.guide', 'Non più compresa: costa 3 €'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: museumFixes,
      labels: {
        price: 'does_it',
        cta: 'does_it',
        closed: 'gone_as_asked',
        title: 'does_it',
        room: 'changed_otherwise',
      },
      accepts: ['price', 'cta', 'closed'],
    },
    {
      kind: 'fixes',
      edits: [...museumFixes, ['alle 17:00', 'alle 18:00'], ['Audioguida compresa', 'Audioguida compresa 3 €']],
      labels: {
        title: 'does_it',
        room: 'changed_otherwise',
        hours: 'changed_otherwise',
        guide: 'changed_otherwise',
      },
    },
    {
      kind: 'rollback',
      edits: ['.old{color:#555}'],
      labels: { price: 'went_back', cta: 'went_back', closed: 'went_back', old: 'changed_otherwise' },
    },
  ],
};

const surf: Design = {
  name: 'surf school (Portuguese)',
  root: 'lang="pt"',
  css: `body{margin:0;font:17px/1.5 Arial,sans-serif;color:#123}header{background:#0a6c8c;color:#fff;padding:24px}main{padding:16px 24px}.course{border:1px solid #9bc;padding:12px;margin:10px 0}
    .tag{background:#fd5;padding:2px 8px}.book{background:#e4572e;color:#fff;border:0;padding:10px 16px}.tide{font-size:13px;color:#678}`,
  body: `<header><h1>Escola de surf</h1><p class="slogan">Ondas para todos</p></header><main><div class="course"><h2>Iniciação</h2><p class="cost">Curso de 45 €</p><button class="book">Reservar</button></div>
    <div class="course"><h2>Avançado <span class="tag">Novo</span></h2><p>Três manhãs</p></div><p class="tide">Marés e vento todos os dias</p></main>`,
  pins: {
    cost: ['.cost', 'O preço não é 48 €'],
    book: ['.book', 'Não escrever "Reservar agora"'],
    slogan: ['.slogan', 'Trocar "Ondas" por "Mar"'],
    tag: ['.tag', 'Remover'],
    tide: ['.tide', 'Letra maior'],
    title: ['h1', 'Não aumentar'],
    course: ['.course:nth-of-type(2)', 'Este curso primeiro'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['45 €', '48 €'],
        ['>Reservar<', '>Reservar agora<'],
        ['Ondas para todos', 'Mar para todos'],
        ['<span class="tag">Novo</span>', ''],
        '.tide{font-size:16px}h1{font-size:44px}',
      ],
      labels: {
        cost: 'changed_otherwise',
        book: 'changed_otherwise',
        slogan: 'does_it',
        tag: 'gone_as_asked',
        tide: 'does_it',
        title: 'changed_otherwise',
        course: 'changed_otherwise',
      },
      accepts: ['slogan', 'tide'],
    },
    {
      kind: 'rollback',
      edits: [['45 €', '48 €']],
      labels: { cost: 'changed_otherwise', slogan: 'went_back', tide: 'went_back' },
    },
  ],
};

const garage: Design = {
  name: 'garage (German)',
  root: 'lang="de"',
  css: `body{margin:0;font:16px/1.5 sans-serif;color:#222}main{padding:18px}.row{display:flex;gap:14px}.box{flex:1;border:1px solid #bbb;padding:12px}.box h2{font-size:20px;margin:0}.call{background:#1b5e20;color:#fff;padding:8px 14px;display:inline-block}
    .fine{font-size:12px;color:#888}.hint{color:#555}.list{padding-left:20px}`,
  body: `<main><h1>Werkstatt Krug</h1><div class="row"><div class="box"><h2>Reifen</h2><p class="tires">Wechsel ab 39 €</p></div><div class="box"><h2>Bremsen</h2><p class="brakes">Prüfung 25 €</p></div></div>
    <a class="call" href="tel:1">Termin vereinbaren</a><p class="hint">Samstags bis 13:00 Uhr</p><p class="fine">Alle Preise mit Steuer</p><ul class="list"><li>Hol- und Bringdienst</li><li>Leihwagen</li></ul></main>`,
  pins: {
    tires: ['.tires', 'Noch 39 €? Wir nehmen 45 €, glaube ich'],
    brakes: ['.brakes', 'Der alte Preis war 29 €'],
    call: ['.call', 'Bitte nicht größer, aber dunkler'],
    hint: ['.hint', 'Hier steht 12:00 Uhr, das ist falsch'],
    fine: ['.fine', 'So groß wie der Text darüber'],
    first: ['.list li:nth-of-type(1)', '„Hol- und Bringservice“ ändern'],
    second: ['.list li:nth-of-type(2)', 'Fett und an die erste Stelle'],
    head: ['.box:nth-of-type(2) h2', 'Genauso grün wie der Knopf'],
    title: ['h1', 'Schreibfehler: Grug'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['39 €', '45 €'],
        ['25 €', '29 €'],
        ['13:00', '12:00'],
        ['Hol- und Bringdienst', 'Hol- und Bringservice'],
        ['Werkstatt Krug', 'Werkstatt Grug'],
        '.call{padding:14px 24px;background:#0c3310}.fine{font-size:14px}.list li:nth-child(2){font-weight:700}.box:nth-child(2) h2{color:#1b5e20}',
      ],
      labels: {
        tires: 'changed_otherwise',
        brakes: 'changed_otherwise',
        call: 'changed_otherwise',
        hint: 'changed_otherwise',
        fine: 'changed_otherwise',
        first: 'changed_otherwise',
        second: 'changed_otherwise',
        head: 'changed_otherwise',
        title: 'changed_otherwise',
      },
      accepts: ['tires', 'head', 'fine'],
    },
    {
      kind: 'redesign',
      edits: [
        ['39 €', '45 €'],
        'body{font-family:Georgia,serif;background:#fffdf6}.row{display:block}.box{background:#eef4ee;margin:8px 0}.box:nth-child(2) h2{color:#1b5e20}.fine{font-size:14px}',
      ],
      labels: {
        tires: 'changed_otherwise',
        brakes: 'changed_otherwise',
        call: 'changed_otherwise',
        hint: 'changed_otherwise',
        fine: 'changed_otherwise',
        first: 'changed_otherwise',
        second: 'changed_otherwise',
        head: 'changed_otherwise',
        title: 'changed_otherwise',
      },
    },
    {
      kind: 'rollback',
      edits: [['13:00', '14:00']],
      labels: { tires: 'went_back', head: 'went_back', fine: 'went_back', hint: 'changed_otherwise' },
    },
  ],
};

const libraryBody = `<header class="bar"><b class="brand">Town library</b><a class="account" href="/login">My account</a></header><main><h1>New on the shelves</h1><p class="intro">Twelve novels and nine guides came in this week.</p>
    <section class="book"><h2>The glass river</h2><p class="by">by Ana Rold</p><p class="due">Due in 14 days</p></section><section class="book"><h2>Salt maps</h2><p class="by">by Jon Vik</p><p class="due">Due in 21 days</p></section>
    <p class="mail">You will recieve a mail once it is here.</p><p class="fees">Late fee: $0.50 a day</p><button class="reserve">Reserve</button></main>`;
const morning: Edit = '.intro{font-weight:700}';
const noon: Edit[] = [morning, ['$0.50', '$0.25'], ['Reserve<', 'Reserve a copy<'], '.brand{letter-spacing:1px}'];

const library: Design = {
  name: 'library',
  css: `body{margin:0;font:16px/1.6 'Gill Sans',sans-serif;color:#2c2c2c}.bar{display:flex;justify-content:space-between;background:#f0ece2;padding:10px 20px}main{padding:14px 20px}.book{border-top:1px solid #ccc;padding:8px 0}
    .by{color:#999}.due{font-size:14px}.reserve{background:#456;color:#fff;border:0;padding:8px 14px}.fees{color:#844}`,
  body: libraryBody,
  pins: {
    intro: ['.intro', 'Bold, and shorter'],
    author: ['section:nth-of-type(1) .by', "Don't make this any darker"],
    days: ['section:nth-of-type(2) .due', 'Should be the same as the one above'],
    mail: ['.mail', 'typo: receive'],
    fees: ['.fees', 'Is 25 cents right? The sign says $0.25'],
    reserve: ['.reserve', 'Change "Reserve a copy"'],
    brand: ['.brand', 'Why is this so small'],
    account: ['.account', 'The link goes to /login, is that right?'],
    title: ['h1', 'I think larger, not sure though'],
  },
  releases: [
    { kind: 'fixes', edits: [morning], labels: { intro: 'changed_otherwise' } },
    {
      kind: 'fixes',
      edits: noon,
      labels: {
        intro: 'changed_otherwise',
        fees: 'changed_otherwise',
        reserve: 'changed_otherwise',
        brand: 'changed_otherwise',
      },
      accepts: ['fees', 'reserve'],
    },
    {
      kind: 'restyling',
      edits: [
        ...noon,
        ['Due in 14 days', 'Due in 21 days'],
        ['recieve', 'receive'],
        ['href="/login"', 'href="/login?next=/"'],
        'h1{font-size:40px}section:nth-of-type(1) .by{color:#555}',
      ],
      labels: {
        intro: 'changed_otherwise',
        mail: 'does_it',
        brand: 'changed_otherwise',
        account: 'changed_otherwise',
        title: 'changed_otherwise',
        author: 'changed_otherwise',
      },
    },
    {
      kind: 'rollback',
      edits: [morning],
      labels: { intro: 'changed_otherwise', fees: 'went_back', reserve: 'went_back' },
    },
    {
      kind: 'redesign',
      edits: [
        ['<header class="bar">', '<header class="bar top">'],
        ['$0.50', '$0.25'],
        ['Reserve<', 'Reserve a copy<'],
        'body{font:18px/1.7 Georgia,serif;background:#fbf7ee}.bar{background:#233;color:#fff}.account{color:#fff}.by{color:#a33}.reserve{border-radius:20px;background:#a33}.brand{font-size:24px}',
      ],
      labels: {
        intro: 'changed_otherwise',
        author: 'changed_otherwise',
        days: 'changed_otherwise',
        mail: 'changed_otherwise',
        fees: 'changed_otherwise',
        reserve: 'changed_otherwise',
        brand: 'changed_otherwise',
        account: 'changed_otherwise',
        title: 'changed_otherwise',
      },
    },
  ],
};

const teahouse: Design = {
  name: 'tea house (Japanese)',
  root: 'lang="ja"',
  css: `body{margin:0;font:16px/1.8 sans-serif;color:#333}main{padding:20px}.menu td{padding:4px 20px 4px 0}.go{background:#3b5d38;color:#fff;padding:8px 16px;display:inline-block}.lead{color:#888}`,
  body: `<main><h1>茶房みどり</h1><p class="lead">静かな庭で抹茶をどうぞ</p><table class="menu"><tr><td>抹茶</td><td class="matcha">700円</td></tr><tr><td>煎茶</td><td class="sencha">500円</td></tr></table>
    <p class="open">10時〜17時</p><a class="go" href="/reserve">予約</a><p class="note">水曜定休</p></main>`,
  pins: {
    matcha: ['.matcha', '750円と書いてありますが間違いです'],
    sencha: ['.sencha', '煎茶は550円です'],
    open: ['.open', '18時までではありません'],
    go: ['.go', '「席を予約する」にしてください'],
    lead: ['.lead', '薄すぎます。でも黒にはしないでください'],
    note: ['.note', 'この行を消してください'],
    title: ['h1', '「茶房みどり」を変更してください'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['700円', '750円'],
        ['500円', '550円'],
        ['17時', '18時'],
        ['予約', '席を予約する'],
        ['<p class="note">水曜定休</p>', ''],
        ['茶房みどり', '茶房みどり庵'],
        '.lead{color:#000}',
      ],
      labels: {
        matcha: 'changed_otherwise',
        sencha: 'does_it',
        open: 'changed_otherwise',
        go: 'does_it',
        lead: 'changed_otherwise',
        note: 'gone_as_asked',
        title: 'changed_otherwise',
      },
      accepts: ['sencha', 'go', 'note'],
    },
    {
      kind: 'rollback',
      edits: ['.menu td{padding:6px 20px 6px 0}'],
      labels: { sencha: 'went_back', go: 'went_back', note: 'went_back' },
    },
  ],
};

const concert: Design = {
  name: 'concert (French)',
  root: 'lang="fr"',
  css: `body{margin:0;font:17px/1.5 Verdana,sans-serif;color:#eee;background:#1c1c28}main{padding:24px}.seat{display:flex;gap:12px}.seat div{flex:1;background:#2a2a3c;padding:12px}.buy{background:#c2185b;color:#fff;border:0;padding:10px 16px}.when{color:#aaa}.pic{margin:12px 0}`,
  body: `<main><h1>Nuit du jazz</h1><p class="when">Samedi à 20h30</p><div class="pic">${BOAT}</div><div class="seat"><div><h2>Parterre</h2><p class="floor">35 €</p></div><div><h2>Balcon</h2><p class="balcony">22 €</p></div></div>
    <button class="buy">Acheter</button><p class="terms">Billets ni repris ni échangés</p></main>`,
  pins: {
    when: ['.when', 'Il y a écrit 21h, c’est faux'],
    floor: ['.floor', 'Environ 38 €, à confirmer'],
    balcony: ['.balcony', 'Le balcon passe à 25 €'],
    buy: ['.buy', '« Réserver » est trop vague, garder « Acheter »'],
    terms: ['.terms', 'Le même corps que le texte au-dessus'],
    photo: ['img', 'Mettre la photo de la salle'],
    title: ['h1', 'Ne pas agrandir'],
    seats: ['.seat', 'Plus d’espace entre les deux'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['20h30', '21h'],
        ['35 €', '38 €'],
        ['22 €', '25 €'],
        ['Acheter', 'Réserver'],
        [BOAT, HOUSE],
        'h1{font-size:44px}.terms{font-size:19px}.seat{gap:30px}',
      ],
      labels: {
        when: 'changed_otherwise',
        floor: 'changed_otherwise',
        balcony: 'does_it',
        buy: 'changed_otherwise',
        terms: 'changed_otherwise',
        photo: 'changed_otherwise',
        title: 'changed_otherwise',
        seats: 'changed_otherwise',
      },
      accepts: ['balcony', 'photo'],
    },
    {
      kind: 'removal',
      edits: [[BOAT, HOUSE], '.seat div:nth-child(2){display:none}.terms{visibility:hidden}'],
      labels: { balcony: 'gone', terms: 'gone', seats: 'changed_otherwise' },
    },
    {
      kind: 'rollback',
      edits: [],
      labels: { balcony: 'went_back', photo: 'went_back' },
    },
  ],
};

const flat = (name: string, rent: string, page: string) =>
  `<article class="flat"><h2>${name}</h2><p class="rent">${rent} al mes</p><a class="more" href="/pisos/${page}">Ver piso</a></article>`;
const homes: Design = {
  name: 'homes (Spanish)',
  root: 'lang="es"',
  css: `body{margin:0;font:16px/1.5 'Trebuchet MS',sans-serif;color:#333}main{padding:16px}.flats{display:grid;grid-template-columns:1fr 1fr 1fr;gap:12px}.flat{border:1px solid #ccb;padding:10px}.more{color:#0a5}.tip{text-align:left}.foot{color:#777;font-size:13px}`,
  body: `<main><h1>Pisos en el centro</h1><p class="tip">Visitas de 10:00 a 14:00</p><div class="flats">${flat('Calle Luna', '900 €', 'luna')}${flat('Plaza Sol', '750 €', 'sol')}${flat('Paseo Mar', '1.100 €', 'mar')}</div><p class="foot">Sin comisión</p></main>`,
  pins: {
    luna: ['article:nth-of-type(1) .rent', 'Aquí pone 950 €'],
    sol: ['article:nth-of-type(2) .rent', 'El precio antiguo es 800 €'],
    mar: ['article:nth-of-type(3)', 'Este piso debería ir primero'],
    tip: ['.tip', 'Centrado, pero no en negrita'],
    foot: ['.foot', 'No más grande'],
    more: ['article:nth-of-type(2) .more', 'Este enlace no debe ir a /pisos/nuevo'],
    title: ['h1', 'Quizás «Pisos en Madrid»'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['900 €', '950 €'],
        ['750 €', '800 €'],
        ['/pisos/sol', '/pisos/nuevo'],
        ['Pisos en el centro', 'Pisos en Madrid'],
        '.tip{text-align:center;font-weight:700}.foot{font-size:17px}',
      ],
      labels: {
        luna: 'changed_otherwise',
        sol: 'changed_otherwise',
        tip: 'changed_otherwise',
        foot: 'changed_otherwise',
        more: 'changed_otherwise',
        title: 'changed_otherwise',
      },
      accepts: ['tip'],
    },
    {
      kind: 'move',
      edits: [
        [
          flat('Calle Luna', '900 €', 'luna') + flat('Plaza Sol', '750 €', 'sol') + flat('Paseo Mar', '1.100 €', 'mar'),
          flat('Paseo Mar', '1.100 €', 'mar') + flat('Calle Luna', '900 €', 'luna') + flat('Plaza Sol', '750 €', 'sol'),
        ],
        '.tip{text-align:center;font-weight:700}',
      ],
      labels: { mar: 'does_it' },
    },
    {
      kind: 'rollback',
      edits: ['h1{letter-spacing:1px}'],
      labels: { tip: 'went_back', title: 'changed_otherwise' },
    },
  ],
};

const boats: Design = {
  name: 'boat rental',
  css: `body{margin:0;font:16px/1.5 sans-serif;color:#123}nav{display:flex;gap:16px;padding:12px 20px;background:#eef}main{padding:16px 20px}.deal{background:#ffd;padding:10px}.cards{display:flex;gap:12px}.card{width:160px;border:1px solid #abc;padding:8px}.badge{background:#c00;color:#fff;padding:2px 6px;font-size:12px}.help{color:#06c}.note{color:#666}`,
  body: `<nav><a class="fleet" href="/fleet">Fleet</a><a class="rates" href="/rates">Rates</a><a class="faq" href="/faq">Questions</a></nav><main><h1>Boats by the hour</h1><p class="deal">Two hours for $60 <span class="badge">Hot</span></p>
    <div class="cards"><div class="card">${BOAT}<p class="name">Rowing boat</p></div><div class="card"><p class="other">Sailing boat</p></div></div><p class="note">Bring your own lunch and a hat.</p><a class="help" href="/help">Need help?</a></main>`,
  pins: {
    fleet: ['.fleet', 'Swap with Rates'],
    deal: ['.deal', 'Currently $70, we should lower it'],
    badge: ['.badge', 'Too much red'],
    picture: ['img', 'Same picture as before the relaunch'],
    name: ['.name', 'Not "Rowing boats", and larger'],
    other: ['.other', 'Center it like the one beside'],
    note: ['.note', 'Remove "lunch" but keep the hat'],
    help: ['.help', 'It is larger on the other page'],
    title: ['h1', 'Fix "Boats by the day"'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['$60', '$70'],
        [BOAT, HOUSE],
        ['Rowing boat<', 'Rowing boats<'],
        ['Bring your own lunch and a hat.', 'Bring your own lunch.'],
        ['Boats by the hour', 'Boats by the day'],
        '.badge{background:#d40000}.name{font-size:20px}.other{text-align:center}.help{font-size:20px}',
      ],
      labels: {
        deal: 'changed_otherwise',
        badge: 'changed_otherwise',
        picture: 'changed_otherwise',
        name: 'changed_otherwise',
        other: 'changed_otherwise',
        note: 'changed_otherwise',
        help: 'changed_otherwise',
        title: 'changed_otherwise',
      },
    },
    {
      kind: 'fixes',
      edits: [
        ['$60', '$55'],
        ['Bring your own lunch and a hat.', 'Bring a hat.'],
        [
          '<a class="fleet" href="/fleet">Fleet</a><a class="rates" href="/rates">Rates</a>',
          '<a class="rates" href="/rates">Rates</a><a class="fleet" href="/fleet">Fleet</a>',
        ],
        '.badge{background:#345}',
      ],
      labels: {
        fleet: 'does_it',
        deal: 'changed_otherwise',
        badge: 'changed_otherwise',
        note: 'changed_otherwise',
      },
      accepts: ['deal', 'badge'],
    },
    {
      kind: 'restyling',
      edits: [
        ['$60', '$55'],
        ['<h1>Boats', '<p>Open from May to September</p><h1>Boats'],
        ['Sailing boat', 'Sailing boat with skipper'],
        '.badge{background:#345}.note{opacity:.97}',
      ],
      labels: { other: 'changed_otherwise', note: 'changed_otherwise' },
    },
    {
      kind: 'rollback',
      edits: ['main{padding:20px}'],
      labels: { deal: 'went_back', badge: 'went_back' },
    },
  ],
};

export const STRANGERS: readonly Design[] = [museum, surf, garage, library, teahouse, concert, homes, boats];
