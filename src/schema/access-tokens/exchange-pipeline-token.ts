import {
  exchangePipelineToken,
  type PipelineToken,
} from '../../resolvers/core/access-tokens/exchange-pipeline-token.ts';
import { builder } from '../builder.ts';
import { addMutation } from '../define-operation.ts';
import { parentId } from '../id-arguments.ts';

const PipelineTokenType = builder.objectRef<PipelineToken>('PipelineToken').implement({
  description: 'A token that a pipeline receives for its ID token, sent as `Authorization: Bearer pbo_…`.',
  fields: (t) => ({
    token: t.exposeString('token', { description: 'The token. Only this response contains it.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time at which it stops working: after 15 minutes.',
    }),
    actions: t.exposeStringList('actions', { description: 'Actions, sorted.' }),
    projectIds: t.exposeIDList('projectIds', {
      description: 'UUIDs of its projects; empty for all projects of the organization.',
    }),
  }),
});

addMutation('exchangePipelineToken', {
  type: PipelineTokenType,
  description:
    'Exchanges the ID token of a pipeline for a token of 15 minutes with the rights of a project token whose rule ' +
    'permits the pipeline. The audience of the ID token is the address of the installation. UNAUTHENTICATED if no ' +
    'rule permits it.',
  args: builder.args((t) => ({
    projectId: t.id(parentId('project')),
    idToken: t.string({ required: true, description: 'ID token of GitHub Actions or GitLab CI, a JWT.' }),
    proof: t.string({
      description: 'Secret of the job, 20–200 characters. An ID token is exchanged again only with the same one.',
    }),
  })),
  rest: { method: 'POST', path: '/auth/pipeline-token', tag: 'Access tokens', auth: 'none', errorStatuses: [401] },
  throttle: 'auth',
  resolve: exchangePipelineToken,
});
