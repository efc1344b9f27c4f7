import type { Design } from '../design.ts';

const baker: Design = {
  name: 'baker (German)',
  root: 'lang="de"',
  css: `body{margin:0;font:17px/1.5 'Trebuchet MS',sans-serif;background:#fffaf0;color:#333}header{background:#7a3e12;color:#fff;padding:20px}
    main{padding:20px;max-width:700px}.open{font-weight:bold}.order{display:inline-block;background:#7a3e12;color:#fff;padding:9px 16px;text-decoration:none}
    .news{color:#667;font-size:14px}li{margin:4px 0}`,
  body: `<header><h1>Bäckerei Sonntag</h1></header><main><p class="open">Geöffnet bis 18:00 Uhr</p><ul><li>Roggenbrot 4,20 €</li><li>Brezel 0,90 €</li><li>Apfelkuchen 3,50 €</li></ul>
    <p class="news">Im August machen wir Urlaub.</p><a class="order" href="/bestellen">Vorbestellen</a><p class="adress">Unsere Adrese: Gasse 3</p></main>`,
  pins: {
    open: ['.open', 'Wir schließen um 19:00 Uhr'],
    cake: ['li:nth-of-type(3)', 'Apfelkuchen kostet jetzt 3,90 €'],
    order: ['.order', 'Bitte in „Jetzt bestellen“ ändern'],
    news: ['.news', 'Bitte löschen'],
    adress: ['.adress', 'Tippfehler: Adrese'],
    brezel: ['li:nth-of-type(2)', 'Etwas größer bitte'],
    head: ['header', 'Der Kopf ist mir zu dunkel'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['18:00', '19:00'],
        ['3,50 €', '3,90 €'],
        ['Vorbestellen', 'Jetzt bestellen'],
        ['<p class="news">Im August machen wir Urlaub.</p>', ''],
        ['Adrese', 'Adresse'],
        'li:nth-child(2){font-size:20px}',
      ],
      labels: {
        open: 'does_it',
        cake: 'does_it',
        order: 'does_it',
        news: 'gone_as_asked',
        adress: 'does_it',
        brezel: 'does_it',
      },
      accepts: ['open', 'cake', 'order', 'news'],
    },
    {
      kind: 'restyling',
      edits: [
        ['18:00', '19:00'],
        ['3,50 €', '3,90 €'],
        ['Vorbestellen', 'Jetzt bestellen'],
        ['<p class="news">Im August machen wir Urlaub.</p>', ''],
        'header{background:#7d4114}.order{background:#804419}',
      ],
      labels: { head: 'does_it', order: 'changed_otherwise' },
    },
    {
      kind: 'rollback',
      edits: [['Adrese', 'Adresse']],
      labels: { open: 'went_back', cake: 'went_back', order: 'went_back', news: 'went_back', adress: 'does_it' },
    },
  ],
};

const room = (name: string, price: string) =>
  `<div class="room"><h3>${name}</h3><p class="rate">${price} la nuit</p><button class="book">Réserver</button></div>`;

const hotel: Design = {
  name: 'hotel (French)',
  root: 'lang="fr"',
  css: `body{margin:0;font:16px/1.5 Georgia,serif;color:#2a2a2a}.top{background:#123;color:#fff;padding:30px;text-align:center}.rooms{display:flex;gap:12px;padding:20px}
    .room{flex:1;border:1px solid #cbb;padding:12px}.rate{color:#887}.book{background:#b08d57;color:#fff;border:0;padding:7px 14px}.pets{padding:0 20px}`,
  body: `<div class="top"><h1>Hôtel des Tilleuls</h1><p class="slogan">Le calme au cœur de la ville</p></div><p class="pets">Les animaux ne sont pas admis.</p>
    <div class="rooms">${room('Chambre simple', '78 €')}${room('Chambre double', '98 €')}${room('Suite du jardin', '145 €')}</div>`,
  pins: {
    slogan: ['.slogan', 'Écrire « Le calme au bord du parc »'],
    double: ['.room:nth-of-type(2) .rate', 'La double est à 95 €'],
    pets: ['.pets', 'À supprimer, les chiens sont les bienvenus'],
    book: ['.room:nth-of-type(3) .book', 'Le bouton devrait être plus foncé'],
    simple: ['.room:nth-of-type(1)', 'Une photo manque'],
    title: ['h1', 'Plus grand ?'],
    suite: ['.room:nth-of-type(3) h3', 'Joli nom'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['Le calme au cœur de la ville', 'Le calme au bord du parc'],
        ['98 €', '95 €'],
        ['<p class="pets">Les animaux ne sont pas admis.</p>', ''],
        '.room:nth-child(3) .book{background:#a07f4c}',
      ],
      labels: { slogan: 'does_it', double: 'does_it', pets: 'gone_as_asked', book: 'does_it' },
      accepts: ['slogan', 'double', 'pets', 'book'],
    },
    {
      kind: 'removal',
      edits: [
        ['Le calme au cœur de la ville', 'Le calme au bord du parc'],
        [room('Chambre simple', '78 €'), ''],
        ['98 €', '95 €'],
        ['<p class="pets">Les animaux ne sont pas admis.</p>', ''],
        ['<h3>Suite du jardin</h3>', ''],
        '.room:nth-child(3) .book,.room:nth-child(2) .book{background:#a07f4c}',
      ],
      labels: { simple: 'gone', suite: 'gone' },
    },
    {
      kind: 'rollback',
      edits: ['.rate{color:#998}'],
      labels: { slogan: 'went_back', double: 'went_back', pets: 'went_back', book: 'went_back' },
    },
  ],
};

const recipe: Design = {
  name: 'recipe (Spanish)',
  root: 'lang="es"',
  css: `body{margin:0 auto;max-width:660px;font:18px/1.6 Palatino,serif;color:#3a2c20;padding:20px}ol{padding-left:26px}.time{background:#f6e7d0;display:inline-block;padding:3px 10px}
    .note{font-size:14px;color:#997}.print{border:1px solid #a65;background:none;padding:6px 14px;color:#a65}`,
  body: `<h1>Gazpacho de la abuela</h1><p class="time">Tiempo: 25 minutos</p><ol><li>Lavar los tomates y el pepino</li><li>Batir con aceite y vinagre</li><li>Servir muy frío</li></ol>
    <p class="note">Sin gluten y sin lactosa</p><button class="print">Imprimir</button><p class="author">Una receta de Carmen</p>`,
  pins: {
    print: ['.print', 'Debería decir «Guardar la receta»'],
    time: ['.time', 'El recuadro más claro'],
    step: ['li:nth-of-type(2)', '¿Y la sal?'],
    note: ['.note', 'No se lee bien'],
    author: ['.author', 'Eliminar esta línea'],
    title: ['h1', 'El título en rojo'],
    last: ['li:nth-of-type(3)', 'Cambiar «Servir muy frío» por «Servir helado»'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['Imprimir', 'Guardar la receta'],
        ['aceite y vinagre', 'aceite, vinagre y sal'],
        ['<p class="author">Una receta de Carmen</p>', ''],
        ['Servir muy frío', 'Servir helado'],
        '.time{background:#faf0e0}h1{color:#c00}.note{color:#775}',
      ],
      labels: {
        print: 'does_it',
        time: 'does_it',
        step: 'changed_otherwise',
        note: 'changed_otherwise',
        author: 'gone_as_asked',
        title: 'does_it',
        last: 'does_it',
      },
      accepts: ['print', 'author', 'title', 'last'],
    },
    {
      kind: 'redesign',
      edits: [
        ['<h1>Gazpacho de la abuela</h1>', '<header class="cover"><h1>Gazpacho de la abuela</h1></header>'],
        ['Imprimir', 'Guardar la receta'],
        ['aceite y vinagre', 'aceite, vinagre y sal'],
        ['<p class="author">Una receta de Carmen</p>', ''],
        ['Servir muy frío', 'Servir helado'],
        'body{font-family:Verdana,sans-serif;color:#111;max-width:760px}.cover{background:#fde;padding:20px}h1{color:#c00}.print{background:#a65;color:#fff}',
      ],
      labels: {
        print: 'changed_otherwise',
        time: 'changed_otherwise',
        step: 'changed_otherwise',
        note: 'changed_otherwise',
        title: 'changed_otherwise',
        last: 'changed_otherwise',
      },
    },
    {
      kind: 'rollback',
      edits: [],
      labels: { print: 'went_back', author: 'went_back', title: 'went_back', last: 'went_back' },
    },
  ],
};

const clinic: Design = {
  name: 'clinic (right to left)',
  root: 'lang="he" dir="rtl"',
  css: `body{margin:0;font:17px/1.6 Arial,sans-serif;color:#234}header{background:#e6f4f1;padding:16px 24px}.cards{display:grid;grid-template-columns:1fr 1fr;gap:14px;padding:20px}
    .card{border:1px solid #bcd;border-radius:8px;padding:12px}.call{background:#0c7c72;color:#fff;padding:8px 18px;display:inline-block}.hours{color:#667}`,
  body: `<header><h1>מרפאת הגליל</h1><p class="hours">פתוח עד 17:00</p></header><div class="cards"><div class="card"><h2>רופאי ילדים</h2><p>בימים ראשון ושלישי</p></div>
    <div class="card"><h2>רופאי עיניים</h2><p>בימי חמישי בלבד</p></div></div><a class="call" href="tel:1">התקשרו עכשיו</a><p class="old">המרפאה סגורה בחגים</p>`,
  pins: {
    hours: ['.hours', 'We are open until 18:00'],
    call: ['.call', 'Should say "קבעו תור"'],
    old: ['.old', 'Remove this line'],
    eyes: ['.card:nth-of-type(2) p', 'Wednesdays as well'],
    head: ['header', 'Slightly darker background'],
    children: ['.card:nth-of-type(1)', 'Which doctors?'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['17:00', '18:00'],
        ['התקשרו עכשיו', 'קבעו תור'],
        ['<p class="old">המרפאה סגורה בחגים</p>', ''],
        ['בימי חמישי בלבד', 'בימי רביעי וחמישי'],
        'header{background:#dcefeb}',
      ],
      labels: { hours: 'does_it', call: 'does_it', old: 'gone_as_asked', eyes: 'changed_otherwise', head: 'does_it' },
      accepts: ['hours', 'call', 'old'],
    },
    {
      kind: 'removal',
      edits: [
        ['17:00', '18:00'],
        ['התקשרו עכשיו', 'קבעו תור'],
        ['<p class="old">המרפאה סגורה בחגים</p>', ''],
        '.card:nth-child(1){visibility:hidden}header{background:#dcefeb}',
      ],
      labels: { children: 'gone', head: 'does_it' },
    },
    {
      kind: 'rollback',
      edits: ['.hours{color:#667}'],
      labels: { hours: 'went_back', call: 'went_back', old: 'went_back' },
    },
  ],
};

export const LANGUAGES: readonly Design[] = [baker, hotel, recipe, clinic];
