import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createProject, registerUser, type TestUser } from '../../support/factories.ts';
import { type Receiver, type ReceiverHandler, startReceiver } from '../../support/servers/receiver.ts';
import type { TestApp } from '../../support/test-app.ts';

/** Receiver of webhooks, and the owner of a project, for one test. */
export interface WebhookSetup {
  owner: TestUser;
  projectId: string;
  receiver: Receiver;
  /** Handles the next requests; each test starts with 204. */
  respond: ReceiverHandler;
}

/** Starts a receiver for the tests of a file. Each test has a new owner and no earlier requests. */
export function useReceiver(app: TestApp): WebhookSetup {
  const setup = {} as WebhookSetup;
  beforeAll(async () => {
    setup.receiver = await startReceiver((request, response) => setup.respond(request, response));
  });
  afterAll(() => setup.receiver.close());
  beforeEach(async () => {
    setup.owner = await registerUser(app);
    setup.projectId = (await createProject(app, setup.owner)).id;
    setup.receiver.requests.length = 0;
    setup.respond = (_request, response) => response.writeHead(204).end();
  });
  return setup;
}
