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
  /** Whether pipelines that a pull request or merge request may have started are included. */
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
  .refine(isIssuer, 'must be an https or http address without user, query and a slash at its end');

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
  /** Description of a run that a pull request or merge request may have started. */
  pullRequest?: string;
  /** Why no rule permits it, whatever its repository. */
  refusal?: string;
}

/** Longest claim that is read; a longer one counts as missing. */
const MAX_CLAIM = 1_024;

const text = (claims: JWTPayload, name: string): string => {
  const value = claims[name];
  const found = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return found.length > MAX_CLAIM ? '' : found;
};

/** Sources of GitLab pipelines that may run the code of a merge request. */
const GITLAB_PULL_REQUESTS = new Map([
  ['merge_request_event', 'a merge request'],
  ['external_pull_request_event', 'a pull request'],
  // A child inherits the merge request of its parent, and its claims do not say so.
  ['parent_pipeline', 'a child pipeline, which may belong to a merge request,'],
]);

/** Reads a run from verified claims. */
export const RUN_OF: Record<PipelineProvider, (claims: JWTPayload) => PipelineRun> = {
  github(claims) {
    const event = text(claims, 'event_name');
    const isPullRequest = event === 'pull_request' || text(claims, 'ref').startsWith('refs/pull/');
    return {
      repository: text(claims, 'repository'),
      repositoryId: text(claims, 'repository_id'),
      ref: text(claims, 'ref'),
      ...(isPullRequest && { pullRequest: 'a pull request' }),
      // It runs for pull requests of forks, and its ref is that of the target.
      ...(event === 'pull_request_target' && { refusal: 'the event pull_request_target also runs for forks' }),
    };
  },
  gitlab(claims) {
    // It names a branch for merge requests, too: that of the source, which may be in a fork.
    const ref = text(claims, 'ref_path');
    const pullRequest =
      GITLAB_PULL_REQUESTS.get(text(claims, 'pipeline_source')) ??
      (ref.startsWith('refs/merge-requests/') ? 'a merge request' : undefined);
    return {
      repository: text(claims, 'project_path'),
      repositoryId: text(claims, 'project_id'),
      ref,
      ...(pullRequest !== undefined && { pullRequest }),
    };
  },
};

/** Whether a rule permits a run. The issuer was verified. */
export function isPermitted(rule: PipelineRule, run: PipelineRun): boolean {
  if (run.refusal !== undefined || run.repositoryId === '') return false;
  if (rule.repository.toLowerCase() !== run.repository.toLowerCase()) return false;
  if (rule.repositoryId !== undefined && rule.repositoryId !== run.repositoryId) return false;
  if (run.pullRequest !== undefined) return rule.pullRequests;
  return rule.refs.some((pattern) => isMatch(pattern, run.ref));
}

/** Finds the parts between the stars from left to right: a RegExp would backtrack for each star. */
function isMatch(pattern: string, ref: string): boolean {
  const full = pattern.startsWith('refs/') ? pattern : `refs/heads/${pattern}`;
  const [first = '', ...parts] = full.split('*');
  const last = parts.pop();
  if (last === undefined) return ref === full;
  const end = ref.length - last.length;
  if (!ref.startsWith(first) || !ref.endsWith(last)) return false;
  let position = first.length;
  for (const part of parts) {
    const found = ref.indexOf(part, position);
    if (found === -1) return false;
    position = found + part.length;
  }
  return position <= end;
}
