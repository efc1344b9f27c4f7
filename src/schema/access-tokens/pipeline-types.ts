import type { PipelineProvider, PipelineRule } from '../../resolvers/core/access-tokens/pipeline-rule.ts';
import { builder } from '../builder.ts';

const PipelineProviderEnum = builder.enumType('PipelineProvider', {
  description: 'Service that runs a pipeline.',
  values: {
    github: { description: 'GitHub Actions.' },
    gitlab: { description: 'GitLab CI.' },
  } as const satisfies Record<PipelineProvider, object>,
});

const PIPELINE = {
  provider: 'Service that runs the pipelines.',
  issuer: 'Issuer of their ID tokens.',
  repository: 'Path of the repository, such as `acme/shop`.',
  refs: 'Branches, or full names such as `refs/tags/v*`; `*` stands for any characters.',
  pullRequests: 'Whether pipelines of pull requests and merge requests are included.',
} as const;

export const PipelineInput = builder.inputType('PipelineInput', {
  description: 'Pipelines whose ID tokens are exchanged for short-lived tokens.',
  fields: (t) => ({
    provider: t.field({ type: PipelineProviderEnum, required: true, description: PIPELINE.provider }),
    issuer: t.string({ description: `${PIPELINE.issuer} Default: that of github.com or gitlab.com.` }),
    repository: t.string({ required: true, description: PIPELINE.repository }),
    refs: t.stringList({ required: true, description: `1–20 branches. ${PIPELINE.refs}` }),
    pullRequests: t.boolean({ description: `${PIPELINE.pullRequests} Default: false.` }),
  }),
});

export const PipelineType = builder.objectRef<PipelineRule>('Pipeline').implement({
  description: 'Pipelines that may use a project token.',
  fields: (t) => ({
    provider: t.expose('provider', { type: PipelineProviderEnum, description: PIPELINE.provider }),
    issuer: t.exposeString('issuer', { description: PIPELINE.issuer }),
    repository: t.exposeString('repository', { description: PIPELINE.repository }),
    refs: t.exposeStringList('refs', { description: PIPELINE.refs }),
    pullRequests: t.exposeBoolean('pullRequests', { description: PIPELINE.pullRequests }),
    repositoryId: t.exposeID('repositoryId', {
      nullable: true,
      description:
        'Id of the repository, stored at the first exchange; null before it. A repository with another id is rejected.',
    }),
  }),
});
