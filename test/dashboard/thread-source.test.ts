// Cost: about 10 s, one browser and one service.
import { beforeEach, expect, test } from 'vitest';
import { rest } from '../support/client.ts';
import { createProject, registerMember, registerUser, type TestUser } from '../support/factories.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { useDashboard } from './support/dashboard.ts';

const COMMIT = '9b1c6f2d3e4a5b6c7d8e9f0a1b2c3d4e5f6a7b8c';
const FILE = 'web/src/components/PriceCard.tsx';

const app = useTestApp();
const { logIn } = useDashboard(app);

let owner: TestUser;
let project: { id: string; projectKey: string };
beforeEach(async () => {
  owner = await registerUser(app, 'Ada');
  project = await createProject(app, owner);
  const elements = { f3Kx9aQ: [[0, 41, 7, 0, 'button']] };
  await rest(app, 'POST', `/v1/projects/${project.id}/sources`, {
    token: owner.token,
    body: {
      commit: COMMIT,
      repository: 'https://github.com/acme/shop',
      manifest: { version: 1, files: [FILE], components: ['PriceCard'], elements },
    },
  });
});

async function comment(diagnostics: object, tag = 'button'): Promise<string> {
  const { body } = await rest(app, 'POST', '/annotations/public', {
    headers: { 'x-project-key': project.projectKey },
    body: {
      content: 'Larger, please',
      url: 'https://shop.example/cart',
      metadata: { selector: '#buy', text: 'Buy', tag, diagnostics },
    },
  });
  return body.id;
}
const open = (user: TestUser, id: string) => logIn(user, `/projects/${project.id}/comments/${id}`);

test('the line of the code is in the thread, with a link to the repository', async () => {
  const source = [{ file: 'components/Old.tsx', line: 3, component: 'Old', by: 'react' }];
  const dashboard = await open(owner, await comment({ elementId: 'f3Kx9aQ', source }));
  // A hint is more certain than a commit that no deployment names.
  await dashboard.see('Source code · components/Old.tsx:3');
  const { page } = dashboard;
  const link = await page.waitForSelector('details a[href^="https://github.com/acme/shop/"]');
  const linked = await link?.evaluate((element) => [element.textContent, element.getAttribute('href')]);
  expect(linked).toEqual([`${FILE}:41`, `https://github.com/acme/shop/blob/${COMMIT}/${FILE}#L41`]);
  expect(await dashboard.violations()).toEqual([]);
  expect(dashboard.problems).toEqual([]);
});

test('an uncertain line is shown with its confidence, and guests see none', async () => {
  const id = await comment({ elementId: 'f3Kx9aQ' }, 'img');
  const dashboard = await open(owner, id);
  await dashboard.see(`${FILE}:41`);
  await dashboard.see('43 %');
  const guest = await registerMember(app, owner.organizationId, 'guest', [project.id]);
  const forGuest = await open(guest, id);
  await forGuest.see('Larger, please');
  expect(await forGuest.page.content()).not.toContain('PriceCard');
});
