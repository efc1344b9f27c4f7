import type { IgnoreRule } from '../../generated/prisma/client.ts';
import {
  createIgnoreRule,
  deleteIgnoreRule,
  listIgnoreRules,
  MAX_RULES,
} from '../../resolvers/addons/deployments/ignore-rules/manage-ignore-rules.ts';
import { builder } from '../builder.ts';
import { connectionTypes } from '../connection.ts';
import { addMutation, listOf } from '../define-operation.ts';
import { removeOne } from '../deleted.ts';
import { parentId } from '../id-arguments.ts';
import { VIA } from '../via.ts';

/** Readable by members above guest. */
export const IgnoreRuleType = builder.objectRef<IgnoreRule>('IgnoreRule').implement({
  description: 'An element that comparisons of deployments with baselines ignore.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    projectId: t.exposeID('projectId', { description: 'UUID of the project.' }),
    environmentId: t.exposeID('environmentId', {
      nullable: true,
      description: 'UUID of the environment; null for all.',
    }),
    page: t.string({
      nullable: true,
      description: 'Path of the page, relative to its environment; null for all pages.',
      resolve: ({ path }) => (path === '' ? '/' : path),
    }),
    selector: t.exposeString('selector', { description: 'CSS selector of the element, or of several.' }),
    reason: t.exposeString('reason', { description: 'Reason, as it was sent.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time from which it has no effect; null: never.',
    }),
    authorId: t.exposeID('authorId', {
      nullable: true,
      description: 'UUID of the author; null for a deleted account.',
    }),
    via: t.exposeID('via', { nullable: true, description: VIA }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
  }),
});

const tag = 'Deployments';

addMutation('createIgnoreRule', {
  type: IgnoreRuleType,
  description:
    'Lets comparisons of deployments with baselines ignore an element, such as a clock or an ad, from the next capture ' +
    `on. CONFLICT when the project has ${MAX_RULES} rules that have not expired.`,
  args: builder.args((t) => ({
    projectId: t.id(parentId('project')),
    environmentId: t.id({ description: 'Only in this environment: its UUID. Default: all.' }),
    page: t.string({
      description:
        'Only on this page: its path relative to the environment, with the leading slash. Default: all pages.',
    }),
    selector: t.string({
      required: true,
      description:
        'CSS selector of names, #id, .class and :nth-of-type(n), joined by spaces, > and commas; at most 1 024 characters.',
    }),
    reason: t.string({ required: true, description: 'Reason, for people: 1–255 characters.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time in the future from which it has no effect. Default: never.',
    }),
  })),
  rest: { method: 'POST', path: '/v1/projects/:projectId/ignore-rules', status: 201, envelope: 'data', tag },
  needs: 'review.write',
  acceptsTokens: true,
  resolve: createIgnoreRule,
});

listOf('ignoreRules', {
  type: IgnoreRuleType,
  connection: connectionTypes('IgnoreRule', 'rules', 'A rule'),
  description: 'Ignored elements of a project, newest first, also those that have expired.',
  args: builder.args((t) => ({ projectId: t.id(parentId('project')) })),
  rest: { path: '/v1/projects/:projectId/ignore-rules', tag },
  needs: 'snapshot.read',
  acceptsTokens: true,
  list: (ctx, { projectId }, page) => listIgnoreRules(ctx, projectId, page),
});

removeOne('deleteIgnoreRule', {
  of: 'rule',
  description: 'Deletes a rule: comparisons no longer ignore the element.',
  rest: { path: '/v1/ignore-rules/:id', tag },
  needs: 'review.write',
  acceptsTokens: true,
  resolve: deleteIgnoreRule,
});
