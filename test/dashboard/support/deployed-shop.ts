import { rest } from '../../support/client.ts';
import { advance, deploy } from '../../support/deployments.ts';
import { createAnnotation, createProject, registerUser, type TestUser } from '../../support/factories.ts';
import type { TestApp } from '../../support/test-app.ts';
import { drawnShop, FIRST_LOOK } from './drawn-shop.ts';

const SITE = 'https://shop.example';
const VIEWPORTS = [1_280, 390].map((width) => ({ width, height: 800 }));
const NEXT_LOOK = {
  ...FIRST_LOOK,
  button: { text: 'Shop tableware', color: '#1f7a43' },
  price: '79 €',
  badge: undefined,
  footer: 'Shipping, returns and repairs',
};

/** A project whose staging site is deployed in the look of a drawn shop. */
export interface DeployedShop {
  owner: TestUser;
  projectId: string;
  environmentId: string;
  annotate(selector: string, content: string): Promise<{ id: string }>;
  /** Starts a deployment, and returns its id. */
  begin(commit: string): Promise<string>;
  /** Runs a deployment of each look, and returns the id of the last one. */
  runAll(): Promise<string>;
}

export async function createDeployedShop(app: TestApp): Promise<DeployedShop> {
  const owner = await registerUser(app, 'Ada');
  const { id: projectId } = await createProject(app, owner);
  const body = { projectId, name: 'Staging', kind: 'staging', url: SITE };
  const { id: environmentId } = (await rest(app, 'POST', '/environments', { token: owner.token, body })).body;
  const begin = async (commit: string): Promise<string> => {
    const order = { commit, branch: 'warm-buttons', pages: ['/', '/cart'], viewports: VIEWPORTS };
    return (await deploy(app, { token: owner.token, projectId, environmentId }, order)).body.data.id;
  };
  return {
    owner,
    projectId,
    environmentId,
    begin,
    annotate: (selector, content) =>
      createAnnotation(app, owner, projectId, { url: `${SITE}/`, content, metadata: { selector } }),
    async runAll() {
      let id = '';
      for (const [index, look] of [FIRST_LOOK, NEXT_LOOK].entries()) {
        id = await begin(`3f9c2ab1e4d5c6b7a8990011223344556677889${index}`);
        await advance(app, await drawnShop(look));
      }
      return id;
    },
  };
}
