// Cost: about 10 s, one browser and one service.
import { expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createProject, PASSWORD, registerUser } from '../support/factories.ts';
import { waitForMail } from '../support/mails.ts';
import { createPicture } from '../support/pictures.ts';
import { storeLocatedSnapshot } from '../support/snapshots.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useDashboard } from './support/dashboard.ts';

const app = useTestApp();
const { logIn, logInByForm, newPage } = useDashboard(app);

test('under another address, the log-in leads to the right one and names the setting', async () => {
  const dashboard = await newPage();
  const { host } = new URL(app.url);
  const other = app.url.replace('127.0.0.1', 'localhost');
  await dashboard.page.goto(`${other}/app/login?next=%2Finbox`);
  await dashboard.see(`You opened ${other}, but the address of this service is ${app.url}.`);
  await dashboard.see(`If ${other} is right, set BASE_URL=${other} and restart the service.`);
  expect(await dashboard.violations()).toEqual([]);
  await dashboard.click('link', `Open ${app.url}`);
  await dashboard.page.waitForFunction((expected) => location.host === expected, {}, host);
  await dashboard.seeNot('You opened');
  expect(new URL(dashboard.page.url()).search).toBe('?next=%2Finbox');
});

test('who has no verified address sees a bar with what is missing, until it is hidden', async () => {
  const user = await registerUser(app, 'Ada');
  await createProject(app, user);
  // No mail reaches the addresses of other tests, whose users see no bar.
  user.email = `ada-${process.pid}@tea.shop`;
  await app.services.pool.query('UPDATE users SET email = $2 WHERE id = $1', [user.id, user.email]);
  const dashboard = await logIn(user, '/inbox');
  await dashboard.see(`This service does not send mail, so it cannot notify ${user.email}.`);
  expect(await dashboard.violations()).toEqual([]);
  await dashboard.click('button', 'Hide');
  await dashboard.seeNot('This service does not send mail');
  await dashboard.page.reload();
  await dashboard.page.waitForSelector('nav');
  await dashboard.seeNot('This service does not send mail');
  expect(dashboard.problems).toEqual([]);
});

test('a project without comments leads to its site and its script', async () => {
  const user = await registerUser(app, 'Ada');
  const { id: projectId } = await createProject(app, user);
  await rest(app, 'POST', '/environments', {
    token: user.token,
    body: { projectId, name: 'Production', url: 'https://tea.example', kind: 'production' },
  });
  const dashboard = await logIn(user, `/projects/${projectId}`);
  await dashboard.see('Open your site and write the first one.');
  await dashboard.page.waitForSelector('main a[href="https://tea.example"] ::-p-text(Open tea.example)');
  await dashboard.seeNot('Select a comment');
  expect(await dashboard.violations()).toEqual([]);
  await dashboard.page.locator('main a ::-p-text(Add the script)').click();
  await dashboard.page.waitForFunction(() => location.pathname.endsWith('/install'));
});

test('a new user creates an account and a project', async () => {
  const dashboard = await newPage();
  await dashboard.open('/register');
  await dashboard.type('Your name', 'Grace');
  await dashboard.type('E-mail', 'grace@example.com');
  await dashboard.type('Password', PASSWORD);
  await dashboard.click('button', 'Create an account');
  await dashboard.see('A project is one website with the comments on it.');
  expect(await dashboard.violations()).toEqual([]);
  await dashboard.page.waitForSelector('::-p-aria([name="Team name"][role="textbox"])');
  await dashboard.page.$eval('form input', (input) => input.select());
  await dashboard.type('Team name', 'Corner shop');
  await dashboard.type('Name of the project', 'Tea & cups');
  await dashboard.type('Address of the site', 'not an address');
  await dashboard.click('button', 'Create');
  await dashboard.page.waitForSelector('input[name=address][aria-invalid]:focus');
  await dashboard.see('Enter it as in a browser');
  // The service rejects an address that a browser would open.
  await dashboard.page.$eval('input[inputmode=url]', (input) => {
    input.removeAttribute('maxlength');
    input.select();
  });
  await dashboard.page.keyboard.sendCharacter(`https://tea.example/${'a'.repeat(2_030)}`);
  await dashboard.click('button', 'Create');
  await dashboard.see('The address must have at most 2048 characters');
  await dashboard.page.waitForSelector('input[name=address][aria-invalid]:focus');
  expect(await app.services.db.project.count({ where: { name: 'Tea & cups', deletedAt: null } })).toBe(0);
  await dashboard.page.$eval('input[inputmode=url]', (input) => input.select());
  await dashboard.type('Address of the site', `${app.url}/app/login`);
  await dashboard.click('button', 'Create');
  await dashboard.see('Capturing the page');
  await dashboard.see('data-svc-config=');
  await dashboard.see('The script has not been seen yet.');
  await dashboard.click('radio', 'With ?pinbound');
  await dashboard.see('"audience":"parameter"');
  await dashboard.click('radio', 'Members');
  await dashboard.see('"audience":"members"');
  await dashboard.see('The page must pass accessToken to the overlay.');
  await dashboard.click('radio', 'Activity');
  expect(await dashboard.page.$('::-p-aria([name="Who sees the button"])')).toBeNull();
  await dashboard.click('radio', 'Comments');
  await dashboard.click('radio', 'Everyone');
  await dashboard.seeNot('"audience"');
  // The capture of another worker, in place of the first one.
  const { body: session } = await rest(app, 'POST', '/auth/login', {
    body: { email: 'grace@example.com', password: PASSWORD },
  });
  const { body: projects } = await rest(app, 'GET', `/projects/organization/${session.organization.id}`, {
    token: session.accessToken,
  });
  expect(session.organization.name).toBe('Corner shop');
  const { panelOrigins } = await app.services.db.project.findUniqueOrThrow({ where: { id: projects[0].id } });
  expect(panelOrigins).toEqual([app.url]);
  await storeLocatedSnapshot(
    app,
    { token: session.accessToken },
    {
      projectId: projects[0].id,
      picture: createPicture(800, 600, () => [230, 226, 220]),
      elements: [],
      record: { policies: ["script-src 'nonce-a'; frame-src 'none'"] },
    },
  );
  const mailed = await dashboard.page.$eval('a[href^="mailto:"]', (link) => decodeURIComponent(link.href));
  expect(mailed).toMatch(/subject=Please add Pinbound to Tea & cups&body=[\s\S]*data-svc-config=[\s\S]*script-src/);
  await dashboard.see('The content security policy requires a nonce or a hash.');
  await dashboard.see('The content security policy does not allow frames');
  expect(await dashboard.violations()).toEqual([]);
  const [, projectKey] = /"apiKey":"([^"]+)"/.exec(await dashboard.page.$eval('pre', (code) => code.textContent)) ?? [];
  const path = `/annotations/project/${projectKey}/public`;
  expect((await rest(app, 'GET', path, { headers: { origin: 'https://tea.example' } })).status).toBe(200);
  await app.services.scriptSightings.flush();
  await dashboard.see('The script was seen on https://tea.example.');
  await dashboard.type('E-mail', 'colleague@example.com');
  await dashboard.click('button', 'Send the invitation');
  await dashboard.see('/accept-invitation#token=');
  await dashboard.page.locator('main a ::-p-text(Go to the comments)').click();
  await dashboard.see('No comments');
  await dashboard.page.waitForSelector('nav a[aria-current=page] ::-p-text(Tea & cups)');
  expect(dashboard.problems).toEqual([]);
});

test('a wrong password is explained and the address stays', async () => {
  const dashboard = await newPage();
  await dashboard.open('/login');
  await dashboard.type('E-mail', 'nobody@example.com');
  await dashboard.type('Password', 'wrong password');
  await dashboard.click('button', 'Log in');
  await dashboard.see('The e-mail address or the password is wrong');
  expect(await dashboard.page.$eval('input[name=email]', (input) => input.value)).toBe('nobody@example.com');
  expect(await dashboard.violations()).toEqual([]);
});

test('a forgotten password leads to a mail', async () => {
  const { email } = await registerUser(app);
  const dashboard = await newPage();
  await dashboard.open('/forgot-password');
  await dashboard.type('E-mail', email);
  await dashboard.click('button', 'Send the link');
  await dashboard.see('Check your mail');
  expect(await waitForMail(app, email)).toContain(`${app.url}/reset-password#token=`);
});

test('a reload keeps the session, scripts see no token, and a log-out ends every tab', async () => {
  const owner = await registerUser(app);
  const { id } = await createProject(app, owner);
  const dashboard = await logInByForm(owner, `/projects/${id}`);
  await dashboard.see('No comments');
  await dashboard.page.reload();
  await dashboard.see('No comments');
  const stored = () =>
    dashboard.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(await stored()).toBe('[{},{},""]');

  const other = await dashboard.page.browserContext().newPage();
  await other.goto(`${app.url}/app/projects/${id}`);
  await other.waitForSelector('nav');
  await dashboard.page.locator('nav button[aria-haspopup]').click();
  await dashboard.click('menuitem', 'Log out');
  await dashboard.see('Log in to Pinbound');
  await other.waitForSelector('h1 ::-p-text(Log in to Pinbound)');
  await dashboard.page.reload();
  await dashboard.see('Log in to Pinbound');
});

test('a link leads through the log-in to its comment, and never to another site', async () => {
  const owner = await registerUser(app);
  const { id } = await createProject(app, owner);
  const dashboard = await logInByForm(owner, `/projects/${id}`);
  await dashboard.see('No comments');
  const hostile = await logInByForm(owner, '//evil.example');
  await hostile.page.waitForFunction(() => location.pathname.startsWith('/app/projects/'));
  expect(new URL(hostile.page.url()).origin).toBe(app.url);
});
