// Cost: about 60 s: every control of all settings gets the focus, and a walk through all work.
import { expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createAnnotation, createProject, PASSWORD, registerMember, registerUser } from '../support/factories.ts';
import { createPicture } from '../support/pictures.ts';
import { pageElement, storeLocatedSnapshot } from '../support/snapshots.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { type DashboardPage, useDashboard } from './support/dashboard.ts';

const app = useTestApp();
const { logIn, newPage } = useDashboard(app);

/** Presses of Tab after which a control counts as unreachable. */
const MAX_PRESSES = 200;

/** Numbers the controls of the content that Tab should reach, and returns their names. */
const numberStops = ({ page }: DashboardPage): Promise<string[]> =>
  page.evaluate(() => {
    const looks = (element: Element) =>
      [element, element.parentElement, element.parentElement?.parentElement]
        .map((each) => {
          if (!each) return '';
          const { outline, borderColor, boxShadow, backgroundColor } = getComputedStyle(each);
          return [outline, borderColor, boxShadow, backgroundColor].join();
        })
        .join(' ');
    Object.assign(globalThis, { looks });
    const controls = [
      ...document.querySelectorAll<HTMLInputElement>('main :is(a[href], button, input, select, textarea, summary)'),
    ].filter(
      (control) =>
        control.checkVisibility() &&
        control.tabIndex >= 0 &&
        !control.matches(':disabled') &&
        !(control.type === 'radio' && !control.checked),
    );
    controls.forEach((control, index) => {
      control.dataset.stop = String(index);
      // Unknown for the one that has the focus now.
      control.dataset.looks = control === document.activeElement ? '' : looks(control);
    });
    return controls.map((control) => control.getAttribute('aria-label') ?? control.innerText.trim() ?? control.name);
  });

/** The number of the control that has the focus, and whether it looks different for it. */
const focused = ({ page }: DashboardPage): Promise<{ stop: number; isSeen: boolean }> =>
  page.evaluate(() => {
    const active = document.activeElement as HTMLElement;
    const { looks } = globalThis as unknown as { looks?(element: Element): string };
    return {
      stop: Number(active.dataset.stop ?? -1),
      isSeen: looks?.(active) !== active.dataset.looks,
    };
  });

/** Presses Tab until the control with a number has the focus. */
async function tabTo(dashboard: DashboardPage, wanted: number): Promise<void> {
  for (let press = 0; press < MAX_PRESSES; press += 1) {
    await dashboard.page.keyboard.press('Tab');
    if ((await focused(dashboard)).stop === wanted) return;
  }
  throw new Error(`control ${wanted} was not reached`);
}

/** Opens each screen of settings by its link, and passes over all of its controls. */
async function walk(dashboard: DashboardPage, first: string): Promise<string[]> {
  const { page } = dashboard;
  await dashboard.see(first);
  const links = () =>
    page.$$eval('main nav a', (all) => all.map((link) => ({ name: link.innerText, path: link.pathname })));
  const unseen: string[] = [];
  for (const [index, { name, path }] of (await links()).entries()) {
    await numberStops(dashboard);
    await tabTo(dashboard, await page.$$eval('main nav a', (all, at) => Number(all[at]?.dataset.stop), index));
    await page.keyboard.press('Enter');
    await page.waitForFunction((expected) => location.pathname === expected, {}, path);
    await page.waitForNetworkIdle({ idleTime: 100 });
    const names = await numberStops(dashboard);
    const reached = new Set<number>();
    for (let press = 0; press < MAX_PRESSES && reached.size < names.length; press += 1) {
      await page.keyboard.press('Tab');
      const { stop, isSeen } = await focused(dashboard);
      // The parts of a date follow its field; the browser marks them.
      const isFirst = stop >= 0 && !reached.has(stop);
      if (isFirst && !isSeen) unseen.push(`${name}: ${names[stop]} looks the same with the focus`);
      if (isFirst) reached.add(stop);
    }
    names.forEach((control, stop) => {
      if (!reached.has(stop)) unseen.push(`${name}: ${control} was not reached`);
    });
  }
  return unseen;
}

test('all settings are walked through by keyboard, and the focus is always visible', async () => {
  const owner = await registerUser(app, 'Ada');
  await registerMember(app, owner.organizationId, 'editor');
  const project = await createProject(app, owner);
  await createAnnotation(app, owner, project.id);
  await app.services.pool.query('UPDATE users SET administrator_since = now() WHERE id = $1', [owner.id]);
  const dashboard = await logIn(owner, `/projects/${project.id}/settings`);
  expect(await walk(dashboard, 'Environments')).toEqual([]);
  for (const [path, first] of [
    [`/organizations/${owner.organizationId}/settings`, 'Members'],
    ['/account', 'Sessions'],
    ['/installation', 'Users'],
  ] as const) {
    await dashboard.open(path);
    expect(await walk(dashboard, first)).toEqual([]);
  }
  expect(dashboard.problems).toEqual([]);
});

test('a dialog takes the focus, keeps it, and returns it; a form is sent with Enter', async () => {
  const owner = await registerUser(app, 'Ada');
  const project = await createProject(app, owner);
  const dashboard = await logIn(owner, `/projects/${project.id}/settings/environments`);
  const { page } = dashboard;
  await dashboard.see('Add an environment');
  const names = await numberStops(dashboard);
  await tabTo(dashboard, names.indexOf('Add an environment'));
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open] input:focus');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => (document.activeElement as HTMLElement | null)?.innerText === 'Add an environment');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open] input:focus');
  // Closed and opened again before the browser reports the end.
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Enter')]);
  await page.waitForSelector('dialog[open] input:focus');
  await page.keyboard.type('Staging');
  await page.keyboard.press('Tab');
  await page.keyboard.type('https://staging.shop.example');
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab');
    // Past the end, the browser's own controls are next: no control behind the dialog.
    expect(await page.evaluate(() => document.activeElement?.matches('dialog[open] *, body'))).toBe(true);
  }
  await page.focus('dialog[open] input[name=url]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('li ::-p-text(https://staging.shop.example)');
  expect(dashboard.problems).toEqual([]);
});

/** Presses Tab until a control whose name, or a line of it, begins like this has the focus. */
async function tabToName({ page }: DashboardPage, name: string): Promise<void> {
  for (let press = 0; press < MAX_PRESSES; press += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const active = document.activeElement as HTMLElement;
      if (!active.matches('a, button, input, select')) return [];
      const { ariaLabel, title, innerText } = active;
      return ariaLabel ? [ariaLabel] : [title, ...innerText.split('\n')];
    });
    if (found.some((line) => line.startsWith(name))) return;
  }
  throw new Error(`${name} was not reached`);
}

test('work is done by keyboard alone, from the log-in to the log-out', async () => {
  const owner = await registerUser(app, 'Ada');
  const project = await createProject(app, owner);
  const environment = { projectId: project.id, name: 'Production', kind: 'production', url: 'https://shop.example' };
  await rest(app, 'POST', '/environments', { token: owner.token, body: environment });
  const url = 'https://shop.example/cart';
  const box: [number, number, number, number] = [100, 300, 160, 40];
  const elements = [
    pageElement('body', [0, 0, 800, 600], { tag: 'body', text: 'Buy' }),
    pageElement('#buy', box, { tag: 'button', text: 'Buy' }),
  ];
  const place = { url, metadata: { selector: '#buy' } };
  const second = await createAnnotation(app, owner, project.id, { content: 'Make it larger', ...place });
  const first = await createAnnotation(app, owner, project.id, { content: 'Say where it goes', ...place });
  for (const shade of [230, 90]) {
    const picture = createPicture(800, 600, () => [shade, shade, shade]);
    await storeLocatedSnapshot(app, owner, { projectId: project.id, picture, elements });
  }
  const read = async (id: string) => (await rest(app, 'GET', `/annotations/${id}`, { token: owner.token })).body;

  const dashboard = await newPage();
  const { page } = dashboard;
  const { keyboard } = page;
  const title = (text: string) => page.waitForFunction((part) => document.title.includes(part), {}, text);
  await dashboard.open('/');
  // The first field has the focus.
  await page.waitForSelector('input[name=email]:focus');
  await keyboard.type(owner.email);
  await keyboard.press('Tab');
  await keyboard.type(PASSWORD);
  await keyboard.press('Enter');
  await page.waitForSelector('main ol li');

  // A thread: reply, label, assignee, status, and the next one.
  await keyboard.press('j');
  await page.waitForSelector('article h2 ::-p-text(Say where it goes)');
  await page.waitForSelector('article textarea');
  await keyboard.press('r');
  await keyboard.type('To the cart');
  await keyboard.down('Control');
  await keyboard.press('Enter');
  await keyboard.up('Control');
  await page.waitForSelector('article li ::-p-text(To the cart)');
  // A sent reply leaves the field, so that keys are shortcuts again.
  await keyboard.press('l');
  await page.waitForSelector('input[aria-label="Find or create a label"]:focus');
  await keyboard.type('copy');
  await keyboard.press('Enter');
  await dashboard.see('Ada set the labels: copy');
  await keyboard.press('Escape');
  await page.waitForSelector('input[aria-label="Find or create a label"]', { hidden: true });
  await keyboard.press('a');
  await page.waitForSelector('select[aria-label=Assignee]:focus');
  await keyboard.type('Ada');
  await expect.poll(async () => (await read(first.id)).assigneeId).toBe(owner.id);
  await tabToName(dashboard, 'Resolve and next');
  await keyboard.press('e');
  await page.waitForSelector('article h2 ::-p-text(Make it larger)');
  await expect.poll(async () => (await read(first.id)).status).toBe('resolved');
  await keyboard.press('?');
  await page.waitForSelector('dialog[open]#keyboard-help');
  await keyboard.press('Escape');
  await page.waitForSelector('dialog[open]#keyboard-help', { hidden: true });

  // Search, and the board.
  await keyboard.press('Escape');
  await keyboard.press('/');
  await keyboard.type('larger');
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('larger');
  await tabToName(dashboard, 'Board');
  await keyboard.press('Enter');
  await page.waitForSelector(`[data-card="${second.id}"]`);
  await tabToName(dashboard, 'Make it larger');
  await keyboard.press(']');
  await expect.poll(async () => (await read(second.id)).status).toBe('in_progress');

  // A page with its pin, and a comment on the picture.
  await tabToName(dashboard, 'Pages');
  await keyboard.press('Enter');
  await page.waitForSelector('main article a');
  await tabToName(dashboard, 'Cart');
  await keyboard.press('Enter');
  await page.waitForSelector(`[data-pin="${second.id}"]`);
  await keyboard.press('n');
  await page.waitForSelector(`[data-pin="${second.id}"]:focus`);
  await keyboard.press('Enter');
  await page.waitForSelector('article textarea');
  await keyboard.press('Escape');
  await page.waitForSelector(`[data-comment="${second.id}"]`);
  await keyboard.press('c');
  await page.waitForSelector('button[aria-label^="Place on the picture"]:focus');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.waitForSelector('form textarea:focus');
  await keyboard.press('Escape');

  // Two snapshots and their comparison.
  await tabToName(dashboard, 'Snapshots');
  await keyboard.press('Enter');
  await page.waitForSelector('[data-snapshot] img');
  for (const choice of [1, 2]) {
    await page.waitForSelector(`[data-snapshot]:nth-child(${choice})`);
    await tabToName(dashboard, 'Choose');
    await keyboard.press('Space');
  }
  await keyboard.press('c');
  await page.waitForSelector('[data-mode=side] img');
  for (const [key, mode] of Object.entries({ w: 'swipe', o: 'onion', d: 'difference', s: 'side' })) {
    await keyboard.press(key as 'w');
    await page.waitForSelector(`[data-mode=${mode}]`);
  }

  // Deployments, the inbox, and the end.
  await tabToName(dashboard, 'Deployments');
  await keyboard.press('Enter');
  await title('Deployments');
  await tabToName(dashboard, 'Inbox');
  await keyboard.press('Enter');
  await title('Inbox');
  await tabToName(dashboard, 'Everything');
  await keyboard.press('Enter');
  await page.waitForSelector('main ol li');
  await tabToName(dashboard, 'Account');
  await keyboard.press('Enter');
  await page.waitForSelector('[role=menu] [role^=menuitem]:focus');
  await keyboard.press('ArrowUp');
  // The menu moves the focus in a later task.
  await page.waitForFunction(() => document.activeElement?.textContent === 'Log out');
  await keyboard.press('Enter');
  await page.waitForSelector('input[name=email]:focus');
  expect(dashboard.problems).toEqual([]);
});

test('a menu finds commands and screens by name, and G with a letter opens a screen', async () => {
  const owner = await registerUser(app, 'Ada');
  const project = await createProject(app, owner);
  const other = await createProject(app, owner);
  await rest(app, 'PATCH', `/projects/${other.id}`, { token: owner.token, body: { name: 'Magazine' } });
  const { id } = await createAnnotation(app, owner, project.id, { content: 'Make it larger' });
  const dashboard = await logIn(owner, `/projects/${project.id}`);
  const { page } = dashboard;
  const { keyboard } = page;
  const path = (expected: string) =>
    page.waitForFunction((wanted) => location.pathname === `/app${wanted}`, {}, expected);
  const openMenu = async () => {
    await keyboard.down('Control');
    await keyboard.press('k');
    await keyboard.up('Control');
    await page.waitForSelector('dialog[open] [role=combobox]:focus');
  };
  const options = () =>
    page.$$eval('dialog[open] [role=option]', (all) => all.map((option) => (option as HTMLElement).innerText));
  await page.waitForSelector('main ol li');

  await keyboard.press('g');
  await keyboard.press('b');
  await path(`/projects/${project.id}/board`);
  // The letter after G is not a command of the screen: I would open the field for notes.
  await keyboard.press('g');
  await keyboard.press('i');
  await path('/inbox');
  // The project opened last.
  await keyboard.press('g');
  await keyboard.press('c');
  await path(`/projects/${project.id}`);

  await openMenu();
  await keyboard.type('magaz');
  expect(await options()).toEqual(['Magazine']);
  await keyboard.press('Enter');
  await path(`/projects/${other.id}`);
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));

  await dashboard.open(`/projects/${project.id}/comments/${id}`);
  await page.waitForSelector('article textarea');
  await openMenu();
  await keyboard.type('nothing like this');
  await page.waitForSelector('dialog[open] [role=status] ::-p-text(No matching command or screen)');
  expect(await dashboard.violations()).toEqual([]);
  await keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));

  await openMenu();
  // The next key comes before the page is drawn without the dialog, whose field has the focus.
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }));
  });
  await page.waitForSelector('main input[type=search]:focus');
  await keyboard.press('Escape');

  await openMenu();
  await keyboard.type('re');
  expect((await options())[0]).toMatch(/^Reply\s+R$/);
  expect(await dashboard.violations()).toEqual([]);
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.waitForSelector('article textarea:focus');
  await keyboard.press('Escape');
  await openMenu();
  await keyboard.type('resolve and');
  await keyboard.press('Enter');
  await expect
    .poll(async () => (await rest(app, 'GET', `/annotations/${id}`, { token: owner.token })).body.status)
    .toBe('resolved');
  expect(dashboard.problems).toEqual([]);
});
