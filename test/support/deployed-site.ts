import { rest } from './client.ts';
import { advance, deploy, readDeployment, type Site } from './deployments.ts';
import { createProject, type TestUser } from './factories.ts';
import { createPicture, fillBox } from './pictures.ts';
import { pageElement } from './snapshots.ts';
import type { TestApp } from './test-app.ts';

const PLAIN = createPicture(60, 40, () => [250, 250, 250]);
const BUTTON = { x: 10, y: 10, width: 20, height: 10 };
const LOGO = { x: 40, y: 25, width: 10, height: 8 };

/** A page with a button and a logo in these colors. */
export const sitePage = (button: number, logo = 250, text = 'Buy') => ({
  picture: fillBox(fillBox(PLAIN, BUTTON, [button, 0, 0]), LOGO, [logo, logo, logo]),
  elements: [
    pageElement('#buy', [10, 10, 20, 10], { text, style: { backgroundColor: `rgb(${button}, 0, 0)` } }),
    pageElement('#logo', [40, 25, 10, 8], {
      text: 'Logo',
      style: { backgroundColor: `rgb(${logo}, ${logo}, ${logo})` },
    }),
  ],
});

/** A project with an environment to deploy to. */
export interface DeployedSite {
  owner: TestUser;
  token: string;
  projectId: string;
  environmentId: string;
}

/** Creates a project with the environment https://shop.example/. */
export async function createSite(app: TestApp, owner: TestUser): Promise<DeployedSite> {
  // Captures of earlier tests would be claimed first.
  await app.services.pool.query('DELETE FROM snapshots');
  const { id: projectId } = await createProject(app, owner);
  const { token } = owner;
  const environmentId = await addEnvironment(app, { token, projectId }, 'https://shop.example/');
  return { owner, token, projectId, environmentId };
}

/** Creates an environment. */
export async function addEnvironment(
  app: TestApp,
  { token, projectId }: Pick<DeployedSite, 'token' | 'projectId'>,
  url: string,
): Promise<string> {
  const body = { projectId, name: url, url, kind: 'production' };
  return (await rest(app, 'POST', '/environments', { token, body })).body.id;
}

/** Runs a deployment of the page / to its end, and reads it. */
export async function runDeployment(app: TestApp, site: DeployedSite, commit: string, show: Site, more = {}) {
  const { body } = await deploy(app, site, { commit, pages: ['/'], ...more });
  await advance(app, show);
  return readDeployment(app, site, body.data.id);
}
