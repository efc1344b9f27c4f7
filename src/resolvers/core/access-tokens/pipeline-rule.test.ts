import { expect, test } from 'vitest';
import { isPermitted, type PipelineRule, pipelineInput, RUN_OF } from './pipeline-rule.ts';

const GITHUB = {
  repository: 'acme/shop',
  repository_id: '7301',
  ref: 'refs/heads/main',
  event_name: 'push',
};
const GITLAB = {
  project_path: 'acme/web/shop',
  project_id: '4420',
  ref: 'main',
  ref_path: 'refs/heads/main',
  pipeline_source: 'push',
};

const ruleOf = (given: object): PipelineRule => pipelineInput.parse({ refs: ['main'], ...given });
const onGithub = (rule: object, claims: object): boolean =>
  isPermitted(
    ruleOf({ provider: 'github', repository: 'acme/shop', ...rule }),
    RUN_OF.github({ ...GITHUB, ...claims }),
  );
const onGitlab = (rule: object, claims: object): boolean =>
  isPermitted(
    ruleOf({ provider: 'gitlab', repository: 'acme/web/shop', ...rule }),
    RUN_OF.gitlab({ ...GITLAB, ...claims }),
  );

test.each<[string, rule: object, claims: object, expected: boolean]>([
  ['the branch', {}, {}, true],
  ['other letters of the repository', { repository: 'Acme/Shop' }, {}, true],
  ['another repository', {}, { repository: 'acme/shop2' }, false],
  ['a repository whose name contains it', {}, { repository: 'acme/shop/x' }, false],
  ['no repository', {}, { repository: undefined }, false],
  ['no id of the repository', {}, { repository_id: undefined }, false],
  ['another branch', {}, { ref: 'refs/heads/main2' }, false],
  ['a tag with the name of the branch', {}, { ref: 'refs/tags/main' }, false],
  ['a ref without its kind', {}, { ref: 'main' }, false],
  ['a branch of a pattern', { refs: ['release/*'] }, { ref: 'refs/heads/release/1.2/hotfix' }, true],
  ['a branch beside a pattern', { refs: ['release/*'] }, { ref: 'refs/heads/releases' }, false],
  ['a dot stands for itself', { refs: ['v1.2'] }, { ref: 'refs/heads/v1x2' }, false],
  ['a tag of a pattern', { refs: ['refs/tags/v*'] }, { ref: 'refs/tags/v1.0.0' }, true],
  ['all branches without tags', { refs: ['*'] }, { ref: 'refs/tags/v1' }, false],
  ['a pull request', {}, { event_name: 'pull_request', ref: 'refs/pull/7/merge' }, false],
  [
    'a pull request for all branches',
    { refs: ['*', 'refs/*'] },
    { event_name: 'pull_request', ref: 'refs/pull/7/merge' },
    false,
  ],
  ['a permitted pull request', { pullRequests: true }, { event_name: 'pull_request', ref: 'refs/pull/7/merge' }, true],
  ['the target of pull requests of forks', { pullRequests: true }, { event_name: 'pull_request_target' }, false],
  ['a tag that ends like a pattern', { refs: ['refs/tags/v*.0'] }, { ref: 'refs/tags/v1.1' }, false],
  ['several stars', { refs: ['*/team-*/v*'] }, { ref: 'refs/heads/eu/team-web/v2' }, true],
  ['the parts of a pattern in another order', { refs: ['*b*a*'] }, { ref: 'refs/heads/x-ab' }, false],
  ['a star for no character', { refs: ['release*'] }, { ref: 'refs/heads/release' }, true],
  ['two parts that overlap', { refs: ['aba*ba'] }, { ref: 'refs/heads/aba' }, false],
  ['three parts that overlap', { refs: ['a*bc*cd'] }, { ref: 'refs/heads/abcd' }, false],
  ['a line break', { refs: ['a*b'] }, { ref: 'refs/heads/a\nb' }, true],
  ['a ref that is too long', { refs: ['*'] }, { ref: `refs/heads/${'a'.repeat(1_014)}` }, false],
  ['the workflow of a schedule', {}, { event_name: 'schedule' }, true],
])('GitHub: %s', (_, rule, claims, expected) => {
  expect(onGithub(rule, claims)).toBe(expected);
});

test.each<[string, rule: object, claims: object, expected: boolean]>([
  ['the branch', {}, {}, true],
  ['a project of another group', {}, { project_path: 'mallory/web/shop' }, false],
  ['a merge request, whose ref is the branch of its source', {}, { pipeline_source: 'merge_request_event' }, false],
  ['the ref of a merge request', { refs: ['*', 'refs/*'] }, { ref_path: 'refs/merge-requests/3/head' }, false],
  ['a permitted merge request', { pullRequests: true }, { ref_path: 'refs/merge-requests/3/head' }, true],
  ['an external pull request', {}, { pipeline_source: 'external_pull_request_event' }, false],
  ['a child pipeline, which may belong to a merge request', {}, { pipeline_source: 'parent_pipeline' }, false],
  ['a permitted child pipeline', { pullRequests: true }, { pipeline_source: 'parent_pipeline' }, true],
  ['a pipeline of another project', {}, { pipeline_source: 'pipeline' }, true],
  ['no path of the ref', {}, { ref_path: undefined }, false],
])('GitLab: %s', (_, rule, claims, expected) => {
  expect(onGitlab(rule, claims)).toBe(expected);
});

test('a repository of the same name with another id is another one', () => {
  const rule = { ...ruleOf({ provider: 'github', repository: 'acme/shop' }), repositoryId: '7301' };
  expect(isPermitted(rule, RUN_OF.github(GITHUB))).toBe(true);
  expect(isPermitted(rule, RUN_OF.github({ ...GITHUB, repository_id: '7302' }))).toBe(false);
});

test.each([
  ['https://token.actions.githubusercontent.com', true],
  ['https://git.acme.example/gitlab', true],
  ['https://git.acme.example/', false],
  ['https://git.acme.example/?a=1', false],
  ['https://user@git.acme.example', false],
  ['https://GIT.acme.example', false],
  ['file:///etc/passwd', false],
  ['git.acme.example', false],
])('the issuer %s: %s', (issuer, isValid) => {
  const input = { provider: 'gitlab', issuer, repository: 'acme/shop', refs: ['main'] };
  expect(pipelineInput.safeParse(input).success).toBe(isValid);
});
