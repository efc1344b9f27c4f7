import { beforeAll, describe, expect, test } from 'vitest';
import { PANEL_ACTIONS } from '../../../src/resolvers/platform/policies/panel-actions.ts';
import { operationOf } from '../../../src/schema/operation.ts';
import { registerMember } from '../../support/factories.ts';
import { listOrigins, openPanel } from '../../support/panel.ts';
import { useTestApp } from '../../support/use-test-app.ts';
import { callGraphql, type Outcome } from '../support/call.ts';
import {
  ERRORS_IN_ORDER,
  inExecutionOrder,
  OPERATIONS,
  type Operation,
  requiredAction,
} from '../support/operations.ts';
import { sampleFor } from '../support/samples.ts';
import { createWorld, type World } from '../support/world.ts';

// Calls every operation with the panel's session of an owner.

const ORIGIN = 'https://shop.example';
const app = useTestApp();
let world: World;
let token: string;

beforeAll(async () => {
  world = await createWorld(app);
  await listOrigins(app, world.owner, world.project.id, [ORIGIN]);
  const owner = await registerMember(app, world.owner.organizationId, 'owner');
  await app.services.db.comment.update({ where: { id: world.comment.id }, data: { authorId: owner.id } });
  token = (await openPanel(app, owner, { projectId: world.project.id, origin: ORIGIN })).token;
});

const call = (operation: Operation): Promise<Outcome> =>
  callGraphql(app, operation, sampleFor(operation.name, world), { headers: { authorization: `Bearer ${token}` } });

const callable = inExecutionOrder(OPERATIONS).map((operation) => ({ operation, name: operation.name }));
const accepts = ({ operation }: { operation: Operation }) => operationOf(operation.field)?.acceptsPanel === true;

/** Everything that the panel may do. An addition is a decision about what a framed page may do. */
const ACCEPTED = [
  'addComment',
  'annotation',
  'annotationBrief',
  'annotationByNumber',
  'annotationChanged',
  'annotationCounts',
  'annotationHistory',
  'annotationTrail',
  'annotations',
  'assignAnnotation',
  'attachments',
  'comments',
  'createAttachment',
  'deleteAttachment',
  'deleteComment',
  'environments',
  'fixVerdict',
  'labels',
  'locate',
  'markThreadRead',
  'members',
  'project',
  'rebindAnnotation',
  'serviceAccounts',
  'setAnnotationStatus',
  'setAnnotationVisibility',
  'snoozeAnnotation',
  'unreadNotifications',
  'updateAnnotations',
  'updateComment',
  'verifyFix',
  'watchAnnotation',
];

test('the panel reads, replies and triages', () => {
  expect(
    callable
      .filter(accepts)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...ACCEPTED].sort());
});

test('the panel has exactly the actions of these operations', () => {
  const needed = callable.filter(accepts).map(({ operation }) => requiredAction(operation));
  // Fields of a thread need the other one.
  const ofFields = ['organization.read'];
  expect(PANEL_ACTIONS.filter((action) => !needed.includes(action))).toEqual(ofFields);
});

describe('rejects the panel where the operation is not marked', () => {
  test.each(callable.filter((each) => !accepts(each)))('$name', async ({ operation }) => {
    expect(await call(operation)).toEqual({
      code: 'FORBIDDEN',
      message:
        'The panel on a page may read, reply, triage and check pages of comments only; open the dashboard for everything else',
    });
  });
});

describe('permits the panel', () => {
  test.each(callable.filter((each) => accepts(each) && each.operation.kind !== 'subscription'))(
    '$name',
    async ({ operation, name }) => {
      const { code, message } = await call(operation);
      expect([code, message]).toEqual([ERRORS_IN_ORDER[name], code && expect.any(String)]);
    },
  );
});
