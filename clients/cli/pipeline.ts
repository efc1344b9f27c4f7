import { git, tryGit } from './git.ts';
import type { World } from './world.ts';

/** Release that a pipeline has deployed. */
interface Release {
  commit: string;
  branch: string | undefined;
  url: string | undefined;
}

/**
 * Reads commit, branch and address of the run from GitHub Actions, GitLab CI or git.
 * @throws UsageError outside of a repository
 */
export function readRelease(world: World): Release {
  const { env } = world;
  if (env.GITHUB_ACTIONS === 'true' && env.GITHUB_SHA) {
    return {
      commit: env.GITHUB_SHA,
      branch: env.GITHUB_HEAD_REF || env.GITHUB_REF_NAME,
      url: env.GITHUB_RUN_ID && `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`,
    };
  }
  if (env.GITLAB_CI === 'true' && env.CI_COMMIT_SHA) {
    const branch = env.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME ?? env.CI_COMMIT_REF_NAME;
    return { commit: env.CI_COMMIT_SHA, branch, url: env.CI_JOB_URL };
  }
  return { commit: git(world, 'rev-parse', 'HEAD'), branch: tryGit(world, 'branch', '--show-current'), url: undefined };
}
