import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { storableText } from '../../platform/input/storable-text.ts';

/** Services whose pipelines have ID tokens, and the issuer of their public installation. */
export const PIPELINE_PROVIDERS = {
  github: 'https://token.actions.githubusercontent.com',
  gitlab: 'https://gitlab.com',
} as const;

export type PipelineProvider = keyof typeof PIPELINE_PROVIDERS;

const PROVIDERS = Object.keys(PIPELINE_PROVIDERS) as [PipelineProvider, ...PipelineProvider[]];

/** Pipelines that may use a project token. */
export interface PipelineRule {
  provider: PipelineProvider;
  issuer: string;
  /** Path of the repository: `owner/name`, with GitLab also of subgroups. */
  repository: string;
  /** Patterns of branches, or of refs if they begin with `refs/`; `*` stands for any characters. */
  refs: string[];
  /** Whether pipelines of pull requests and merge requests are included. */
  pullRequests: boolean;
  /** Id of the repository, stored with the first exchange: names of repositories are given away. */
  repositoryId?: string;
}

const repositoryInput = storableText(300).refine(
  (text) => /^[\w.-]+(\/[\w.-]+)+$/.test(text),
  'must be the path of a repository, such as acme/shop',
);

const issuerInput = z
  .string()
  .max(300, 'must have at most 300 characters')
  .refine(isIssuer, 'must be an https address without user, query and a slash at its end');

function isIssuer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return text === url.origin + url.pathname.replace(/\/+$/, '') && !text.endsWith('/');
}

const refInput = storableText(200).refine(
  (text) => /^[^\s~^:?[\\]+$/.test(text),
  'must be a branch or a pattern such as release/*',
);

export const pipelineInput = z
  .object({
    provider: z.enum(PROVIDERS),
    issuer: issuerInput.nullish(),
    repository: repositoryInput,
    refs: z.array(refInput).min(1, 'must list at least one branch').max(20, 'must list at most 20 branches'),
    pullRequests: z.boolean().nullish(),
  })
  .transform(
    ({ issuer, pullRequests, ...rule }): PipelineRule => ({
      ...rule,
      issuer: issuer ?? PIPELINE_PROVIDERS[rule.provider],
      pullRequests: pullRequests ?? false,
    }),
  );

/** A pipeline as its ID token describes it. */
export interface PipelineRun {
  repository: string;
  repositoryId: string;
  /** Full name of the ref: `refs/heads/main`. */
  ref: string;
  isPullRequest: boolean;
  /** Why no rule permits it, whatever its repository. */
  refusal?: string;
}

const text = (claims: JWTPayload, name: string): string => {
  const value = claims[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Reads a run from verified claims. */
export const RUN_OF: Record<PipelineProvider, (claims: JWTPayload) => PipelineRun> = {
  github(claims) {
    const event = text(claims, 'event_name');
    return {
      repository: text(claims, 'repository'),
      repositoryId: text(claims, 'repository_id'),
      ref: text(claims, 'ref'),
      isPullRequest: event === 'pull_request' || text(claims, 'ref').startsWith('refs/pull/'),
      // It runs for pull requests of forks, and its ref is that of the target.
      ...(event === 'pull_request_target' && { refusal: 'the event pull_request_target also runs for forks' }),
    };
  },
  gitlab: (claims) => ({
    repository: text(claims, 'project_path'),
    repositoryId: text(claims, 'project_id'),
    // `ref` of a merge request is the branch of its source, which may be in a fork.
    ref: text(claims, 'ref_path'),
    isPullRequest:
      /^(merge|external_pull)_request_event$/.test(text(claims, 'pipeline_source')) ||
      text(claims, 'ref_path').startsWith('refs/merge-requests/'),
  }),
};

/** Whether a rule permits a run. The issuer was verified. */
export function isPermitted(rule: PipelineRule, run: PipelineRun): boolean {
  if (run.refusal !== undefined || run.repositoryId === '') return false;
  if (rule.repository.toLowerCase() !== run.repository.toLowerCase()) return false;
  if (rule.repositoryId !== undefined && rule.repositoryId !== run.repositoryId) return false;
  if (run.isPullRequest) return rule.pullRequests;
  return rule.refs.some((pattern) => patternOf(pattern).test(run.ref));
}

function patternOf(pattern: string): RegExp {
  const full = pattern.startsWith('refs/') ? pattern : `refs/heads/${pattern}`;
  const parts = full.split('*').map((part) => part.replace(/[.+$(){}|\]]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`);
}
