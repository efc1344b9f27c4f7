import type { Design } from '../design.ts';

const row = (user: string, state: string, amount: string) =>
  `<tr><td>${user}</td><td><span class="badge">${state}</span></td><td class="amount">${amount}</td></tr>`;

const table: Design = {
  name: 'table',
  css: `body{margin:0;font:14px/1.4 sans-serif;display:flex;color:#333}aside{width:170px;background:#1d2433;color:#dde;padding:16px;min-height:500px}
    main{flex:1;padding:18px}table{border-collapse:collapse;width:100%}td{border-bottom:1px solid #ddd;padding:9px}
    .badge{background:#e3f5e6;color:#186a2b;border-radius:9px;padding:2px 9px}.amount{text-align:left}.total{font-weight:bold}`,
  body: `<aside><p>Overview</p><p>Invoices</p><p>Members</p></aside><main><h2>Invoices</h2><table>
    ${row('Ada Byron', 'Paid', '120.00')}${row('Grace Brown', 'Open invoice', '310.50')}${row('Alan Smith', 'Overdue', '75.25')}${row('Mary Gold', 'Paid', '18.00')}</table>
    <p class="total">Sum of all invoices: 523.75</p><button class="export">Export</button></main>`,
  pins: {
    state: ['tr:nth-of-type(2) .badge', 'Il faudrait écrire « Not paid yet » ici.'],
    overdue: ['tr:nth-of-type(3) .badge', 'Overdue must be red'],
    mary: ['tr:nth-of-type(4)', 'Mary left us, delete this row'],
    amount: ['tr:nth-of-type(1) .amount', 'Numbers belong to the right'],
    export: ['.export', 'Where does this go?'],
    total: ['.total', 'The sum is wrong'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['Open invoice', 'Not paid yet'],
        [row('Mary Gold', 'Paid', '18.00'), ''],
        ['523.75', '505.75'],
        'tr:nth-of-type(3) .badge{background:#fde2e2;color:#c00}.amount{text-align:right}',
      ],
      labels: {
        state: 'does_it',
        overdue: 'does_it',
        mary: 'gone_as_asked',
        total: 'changed_otherwise',
        amount: 'changed_otherwise',
      },
      accepts: ['state', 'overdue', 'mary'],
    },
    {
      kind: 'removal',
      edits: [
        ['Open invoice', 'Not paid yet'],
        [row('Mary Gold', 'Paid', '18.00'), ''],
        ['523.75', '505.75'],
        [
          '<button class="export">Export</button>',
          '<img class="export" alt="" width="90" height="40" src="data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>">',
        ],
        'tr:nth-of-type(3) .badge{background:#fde2e2;color:#c00}',
      ],
      labels: { total: 'changed_otherwise', export: 'gone' },
    },
    {
      kind: 'rollback',
      edits: [],
      labels: { state: 'went_back', overdue: 'went_back', mary: 'went_back' },
    },
  ],
};

const dark: Design = {
  name: 'dark',
  css: `body{margin:0;font:14px/1.6 monospace;background:#12141a;color:#cfd3dc}main{padding:24px;max-width:720px}
    .stat{display:inline-block;border:1px solid #333a4a;padding:10px 16px;margin:0 8px 8px 0}.value{font-size:22px;color:#7fd1ff}pre{background:#1b1e27;padding:12px}
    .hint{color:#445}.old{color:#778}`,
  body: `<main><h1>Status</h1><div class="stat"><div>Requests</div><div class="value">12840 per hour</div></div>
    <div class="stat"><div>Failures</div><div class="value">17 in total</div></div><p class="state">All systems are working normally.</p>
    <pre>GET /health 200\nGET /ready 200</pre><p class="hint">Updated by the monitor of the region.</p><p class="old">Version 2 will be switched off soon.</p></main>`,
  pins: {
    state: ['.state', 'should be `All systems are operational.`'],
    hint: ['.hint', 'I cannot read this, more contrast please'],
    old: ['.old', 'Remove it, version 2 is gone'],
    failures: ['.stat:nth-of-type(2) .value', 'Failures should be orange'],
    log: ['pre', 'The block is too dark'],
    requests: ['.stat:nth-of-type(1)', 'Round the numbers'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['All systems are working normally.', 'All systems are operational.'],
        ['<p class="old">Version 2 will be switched off soon.</p>', ''],
        '.hint{color:#b8bfcc}.stat:nth-of-type(2) .value{color:#ff9f43}pre{background:#22262f}',
      ],
      labels: {
        state: 'does_it',
        hint: 'changed_otherwise',
        old: 'gone_as_asked',
        failures: 'does_it',
        log: 'does_it',
      },
      accepts: ['state', 'old', 'failures'],
    },
    {
      kind: 'restyling',
      edits: [
        ['All systems are working normally.', 'All systems are operational.'],
        ['<p class="old">Version 2 will be switched off soon.</p>', ''],
        'body{background:#10121a;color:#d4d8e0}.hint{color:#b8bfcc}.stat{border-color:#3a4256}.stat:nth-of-type(2) .value{color:#ff9f43}',
      ],
      labels: {
        state: 'changed_otherwise',
        hint: 'changed_otherwise',
        log: 'changed_otherwise',
        requests: 'changed_otherwise',
      },
    },
    {
      kind: 'rollback',
      edits: ['.hint{color:#b8bfcc}'],
      labels: { state: 'went_back', hint: 'changed_otherwise', old: 'went_back', failures: 'went_back' },
    },
  ],
};

const form: Design = {
  name: 'form',
  css: `body{margin:30px;font:16px/1.5 sans-serif;background:#fafafa;color:#333}form{max-width:420px;background:#fff;padding:24px;border:1px solid #ddd}
    label{display:block;margin:10px 0 3px}input{width:100%;box-sizing:border-box;padding:7px}.send{margin-top:16px;background:#0a7d4f;color:#fff;border:0;padding:10px 18px}
    .hint{color:#667;font-size:13px}.terms{font-size:13px}`,
  body: `<form><h2>Create your account</h2><label>Name<input name="name" placeholder="Your name"></label>
    <label>E-mail<input name="mail" placeholder="you@example.com"></label><label class="fax">Fax<input name="fax" placeholder="Fax number"></label>
    <p class="hint">No spam, and no tracking.</p><p class="terms">By signing up you accept everything.</p><button class="send" type="button">Create account</button></form>`,
  pins: {
    send: ['.send', "Cambiar 'Create account' a «Start free trial»"],
    fax: ['.fax', 'Nobody has a fax, please remove the field'],
    hint: ['.hint', 'más oscuro, por favor'],
    terms: ['.terms', 'This sounds harsh'],
    mail: ['label:nth-of-type(2) input', 'Use «name@example.com» as the example'],
    title: ['h2', 'Is this the right title?'],
    box: ['form', 'The frame could be softer'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['>Create account<', '>Start free trial<'],
        ['<label class="fax">Fax<input name="fax" placeholder="Fax number"></label>', ''],
        ['you@example.com', 'name@example.com'],
        '.hint{color:#445}.send{background:#0a7049}',
      ],
      labels: { send: 'does_it', fax: 'gone_as_asked', hint: 'does_it', mail: 'does_it', box: 'changed_otherwise' },
      accepts: ['send', 'fax', 'hint'],
    },
    {
      kind: 'removal',
      edits: [
        ['>Create account<', '>Start free trial<'],
        ['<label class="fax">Fax<input name="fax" placeholder="Fax number"></label>', ''],
        ['<p class="terms">By signing up you accept everything.</p>', ''],
        '.hint{color:#445}.send{background:#0a7049}',
      ],
      labels: { terms: 'gone', box: 'changed_otherwise' },
    },
    {
      kind: 'rollback',
      edits: ['form{border-radius:3px}'],
      labels: { send: 'went_back', fax: 'went_back', hint: 'went_back', box: 'changed_otherwise' },
    },
  ],
};

const day = (number: number, text = '') =>
  `<div class="day"><b>${number}</b>${text && `<span class="event">${text}</span>`}</div>`;

const calendar: Design = {
  name: 'calendar',
  css: `body{margin:0;font:13px/1.4 sans-serif;color:#222}h1{font-size:20px;padding:0 16px}.grid{display:grid;grid-template-columns:repeat(7,1fr);border-top:1px solid #ddd}
    .day{min-height:74px;border-right:1px solid #ddd;border-bottom:1px solid #ddd;padding:4px}.event{display:block;background:#dbeafe;border-radius:3px;padding:1px 4px;margin-top:3px}
    .today{color:#d00}.tools{padding:0 16px 8px}.tools button{padding:4px 10px}`,
  body: `<h1>June</h1><div class="tools"><button class="prev">Previous</button> <button class="next">Next</button></div><div class="grid">
    ${day(1)}${day(2, 'Dentist 9:30')}${day(3)}${day(4, 'Team lunch')}${day(5)}${day(6)}${day(7, 'Hike to the lake')}${day(8)}${day(9, 'Dentist 14:15')}${day(10)}${day(11, 'Release')}${day(12)}${day(13)}${day(14, 'Birthday of Ines')}</div>`,
  pins: {
    dentist: ['.day:nth-of-type(2) .event', 'The dentist is at 10:30'],
    lunch: ['.day:nth-of-type(4) .event', 'Lunch is canceled, take it out'],
    release: ['.day:nth-of-type(11) .event', 'Releases should be yellow'],
    next: ['.next', 'Larger please'],
    hike: ['.day:nth-of-type(7) .event', 'Where do we meet?'],
    birthday: ['.day:nth-of-type(14)', 'Do not forget the cake'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['Dentist 9:30', 'Dentist 10:30'],
        ['<span class="event">Team lunch</span>', ''],
        '.day:nth-child(11) .event{background:#ffe600}.next{font-size:18px}',
      ],
      labels: { dentist: 'does_it', lunch: 'gone_as_asked', release: 'does_it', next: 'does_it' },
      accepts: ['dentist', 'lunch', 'release'],
    },
    {
      kind: 'noise',
      edits: [
        ['Dentist 9:30', 'Dentist 10:30'],
        ['<span class="event">Team lunch</span>', ''],
        ['<h1>', '<div style="background:#fd5;padding:8px">Two weeks until the holidays</div><h1>'],
        ['Dentist 14:15', 'Dentist 16:45'],
        '.day:nth-child(11) .event{background:#ffe600}.next{font-size:18px}',
      ],
      labels: { next: 'does_it' },
    },
    {
      kind: 'removal',
      edits: [
        ['Dentist 9:30', 'Dentist 10:30'],
        ['<span class="event">Team lunch</span>', ''],
        [
          '<span class="event">Hike to the lake</span>',
          '<svg width="20" height="20" viewBox="0 0 20 20"><circle cx="10" cy="10" r="8" fill="#39f"/></svg>',
        ],
        '.day:nth-child(11) .event{background:#ffe600}.day:nth-child(14){opacity:.98}',
      ],
      labels: { hike: 'gone', birthday: 'changed_otherwise' },
    },
  ],
};

const message = (who: string, text: string) =>
  `<div class="message"><b class="who">${who}</b><p class="said">${text}</p></div>`;

const chat: Design = {
  name: 'chat',
  css: `body{margin:0;font:15px/1.45 'Segoe UI',sans-serif;background:#eef1f5;color:#1b1b1b}.list{padding:16px;display:flex;flex-direction:column;gap:8px}
    .message{background:#fff;border-radius:12px;padding:8px 12px;max-width:70%}.who{font-size:12px;color:#557}.said{margin:2px 0}.bar{display:flex;gap:8px;padding:12px}
    .bar input{flex:1;padding:8px}.bar button{background:#0b6bcb;color:#fff;border:0;padding:8px 16px}.online{padding:6px 16px;font-size:12px;color:#667}`,
  body: `<p class="online">Three people are online</p><div class="list">${message('Noor', 'Did the parcel arrive?')}${message('Ben', 'Not yet, the courier was late.')}${message('Noor', 'Call them, please.')}</div>
    <div class="bar"><input placeholder="Write something"><button>Send</button></div>`,
  pins: {
    send: ['.bar button', 'call it "Send message"'],
    online: ['.online', 'Take this line away'],
    ben: ['.message:nth-of-type(2) .said', 'Too big'],
    first: ['.message:nth-of-type(1)', 'Round corners are out of fashion'],
    field: ['.bar input', 'A hint would be nice'],
    last: ['.message:nth-of-type(3)', 'What about an avatar?'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [['>Send<', '>Send message<'], '.online{display:none}.message:nth-of-type(2) .said{font-size:13px}'],
      labels: { send: 'does_it', online: 'gone_as_asked', ben: 'does_it', field: 'unchanged' },
      accepts: ['send', 'online'],
    },
    {
      kind: 'restyling',
      edits: [
        ['>Send<', '>Send message<'],
        ['Write something', 'Write to Noor and Ben'],
        '.online{display:none}.message:nth-of-type(1){border-radius:4px}.message:nth-of-type(3){background:#fdfdfd}.bar button{background:#0b63bb}',
      ],
      labels: {
        send: 'changed_otherwise',
        first: 'changed_otherwise',
        last: 'changed_otherwise',
        field: 'changed_otherwise',
      },
    },
    {
      kind: 'rollback',
      edits: [['Write something', 'Write to Noor and Ben']],
      labels: { send: 'went_back', online: 'went_back', field: 'changed_otherwise' },
    },
  ],
};

const setting = (name: string, text: string) =>
  `<div class="setting"><h3>${name}</h3><p>${text}</p><button class="edit">Edit</button></div>`;

const settings: Design = {
  name: 'settings',
  css: `body{margin:0;font:15px/1.5 Verdana,sans-serif;color:#2d2d2d;background:#fff}main{max-width:620px;padding:20px}.setting{border-bottom:1px solid #e2e2e2;padding:10px 0}
    .setting h3{margin:0;font-size:16px}.setting p{margin:2px 0;color:#777;font-size:12px}.edit{border:1px solid #999;background:#fff;padding:3px 12px}
    .danger{background:#c62828;color:#fff;border:0;padding:8px 14px;margin-top:16px}`,
  body: `<main><h1>Settings</h1>${setting('Language', 'English of the United Kingdom')}${setting('Notifications', 'A mail for each reply')}${setting('Time zone', 'Lisbon, one hour behind')}${setting('Newsletter', 'Every first Monday')}
    <button class="danger">Delete account</button></main>`,
  pins: {
    zone: ['.setting:nth-of-type(3) p', 'Please write "Lisbon, same as London"'],
    letter: ['.setting:nth-of-type(4)', 'We have no newsletter any more. Remove'],
    mail: ['.setting:nth-of-type(2) .edit', 'Say "Change" here'],
    danger: ['.danger', 'Make it darker'],
    language: ['.setting:nth-of-type(1) p', 'Hard to read'],
    title: ['h1', 'Why so big?'],
  },
  releases: [
    {
      kind: 'fixes',
      edits: [
        ['Lisbon, one hour behind', 'Lisbon, same as London'],
        [setting('Newsletter', 'Every first Monday'), ''],
        ['A mail for each reply</p><button class="edit">Edit', 'A mail for each reply</p><button class="edit">Change'],
        '.danger{background:#b71c1c}.setting p{color:#666}',
      ],
      labels: {
        zone: 'does_it',
        letter: 'gone_as_asked',
        mail: 'does_it',
        danger: 'does_it',
        language: 'changed_otherwise',
      },
      accepts: ['zone', 'letter', 'danger'],
    },
    {
      kind: 'move',
      edits: [
        ['Lisbon, one hour behind', 'Lisbon, same as London'],
        [setting('Newsletter', 'Every first Monday'), ''],
        [setting('Language', 'English of the United Kingdom'), ''],
        ['<button class="danger">', `${setting('Language', 'English of the United Kingdom')}<button class="danger">`],
        '.danger{background:#b71c1c}.setting p{color:#666}',
      ],
      labels: { language: 'changed_otherwise' },
    },
    {
      kind: 'redesign',
      edits: [
        ['Lisbon, one hour behind', 'Lisbon, same as London'],
        [setting('Newsletter', 'Every first Monday'), ''],
        ['<h1>Settings</h1>', '<header><h1>Preferences</h1></header>'],
        'main{max-width:760px;background:#f4f6fb;border-radius:16px}.setting{border:0;background:#fff;margin:8px 0;padding:14px}.setting p{color:#345;font-size:14px}.edit{border-radius:14px;background:#eef}.danger{background:#8e1616;border-radius:14px}h1{color:#334}',
      ],
      labels: {
        zone: 'changed_otherwise',
        mail: 'changed_otherwise',
        danger: 'does_it',
        language: 'changed_otherwise',
        title: 'changed_otherwise',
      },
    },
  ],
};

export const WORK: readonly Design[] = [table, dark, form, calendar, chat, settings];
