// Cost: about 40 s: every control of all settings gets the focus.
import { expect, test } from 'vitest';
import { createAnnotation, createProject, registerMember, registerUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { type DashboardPage, useDashboard } from './support/dashboard.ts';

const app = useTestApp();
const { logIn } = useDashboard(app);

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
