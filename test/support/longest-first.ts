import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Projects in the order in which they start. They share the workers: the long file of `isolated`
 * runs beside others, and short files fill the time in which the last long ones finish.
 */
const PROJECTS = ['isolated', 'extended', 'integration', 'unit'];

/** Files that wait half the time: for Chromium, or for servers that start and stop. */
const WAITING = /^test\/(clients|dashboard|e2e|faults|flows|process|snapshots|upgrade)\//;

/**
 * Files that take over 20 seconds on two busy cores, longest first. The order of the others is
 * irrelevant.
 */
const LONGEST = [
  'test/dashboard/screens.test.ts',
  'test/dashboard/deployments.test.ts',
  'test/snapshots/hostile-pages.test.ts',
  'test/clients/embed/hostile.test.ts',
  'test/clients/overlay/screenshots.test.ts',
  'test/snapshots/options.test.ts',
  'test/snapshots/reproducible-captures.test.ts',
  'test/snapshots/failures.test.ts',
  'test/snapshots/unfinished-pages.test.ts',
  'test/clients/overlay/appearance.test.ts',
  'test/e2e/collector-outage.test.ts',
  'test/clients/overlay/host-page.test.ts',
  'test/comparison/changed-pages.test.ts',
  'test/comparison/fractional-shifts.test.ts',
  'test/clients/rebind/bench.test.ts',
  'test/snapshots/full-page.test.ts',
  'test/snapshots/late-images.test.ts',
  'test/docs/adding-an-area.test.ts',
  'test/process/backup-command.test.ts',
  'test/process/admin-command.test.ts',
  'test/integrations/unknown-outcomes.test.ts',
  'test/contract/page-byte-limit.test.ts',
  'test/upgrade/rolling-upgrade.test.ts',
  'test/integrations/requests.test.ts',
  'test/process/stop.test.ts',
  'test/contract/tenancy.test.ts',
  'test/contract/bad-body.test.ts',
  'test/dashboard/comparisons.test.ts',
  'test/dashboard/project-settings.test.ts',
  'test/clients/embed/embed.test.ts',
  'test/clients/embed/sending.test.ts',
  'test/dashboard/comments.test.ts',
  'test/contract/snapshots/comparisons.test.ts',
  'test/contract/organizations/imports.test.ts',
  'test/faults/delivery-loop.test.ts',
  'test/process/database-url.test.ts',
  'test/contract/auth/password-guessing.test.ts',
  'test/integrations/trackers.test.ts',
  'test/contract/idempotency.test.ts',
  'test/snapshots/storage-installation.test.ts',
  'test/service/http/response-budget.test.ts',
  'test/contract/parity-errors.test.ts',
  'test/process/import-kill.test.ts',
  'test/faults/kill-loop.test.ts',
  'test/process/package-manager.test.ts',
  'test/process/capture-kill.test.ts',
  'test/dashboard/mailed-links.test.ts',
  'test/snapshots/capture-after-comment.test.ts',
  'test/process/bad-http.test.ts',
  'test/integrations/inbound.test.ts',
  'test/dashboard/enter.test.ts',
  'test/process/integration-kill.test.ts',
  'test/service/http/server.test.ts',
  'test/integrations/failures.test.ts',
  'test/docs/rest-walk.test.ts',
  'test/snapshots/lifecycle.test.ts',
  'test/dashboard/triage.test.ts',
  'test/contract/project-access.test.ts',
  'test/process/redis-errors.test.ts',
  'test/contract/snapshots/snapshot-pins.test.ts',
  'test/process/start.test.ts',
  'test/process/system-users.test.ts',
  'test/contract/parity.test.ts',
  'test/service/notifications/feed.test.ts',
  'test/service/notifications/mails.test.ts',
  'test/contract/statement-counts.test.ts',
  'test/contract/organizations/members.test.ts',
  'test/flows/flows.test.ts',
  'test/snapshots/deferrals.test.ts',
  'test/contract/visibility-responses.test.ts',
  'test/e2e/security-policy.test.ts',
  'test/service/database/migrations.test.ts',
  'test/contract/projects/environments.test.ts',
];

/**
 * Starts long files first, so that none of them runs alone at the end, and spreads those that wait
 * evenly between those that compute, so that both cores have work all the time.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const pathOf = ({ moduleId }: TestSpecification) => relative(this.ctx.config.root, moduleId);
    const rank = (file: TestSpecification) => {
      const index = LONGEST.indexOf(pathOf(file));
      return index < 0 ? LONGEST.length : index;
    };
    const order = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name);
    const longestFirst = [...files].sort((a, b) => rank(a) - rank(b) || (a.moduleId < b.moduleId ? -1 : 1));
    const kinds = [true, false].map((waits) => longestFirst.filter((file) => WAITING.test(pathOf(file)) === waits));
    const position = new Map(kinds.flatMap((kind) => kind.map((file, index) => [file, (index + 0.5) / kind.length])));
    return longestFirst.sort((a, b) => order(a) - order(b) || (position.get(a) ?? 0) - (position.get(b) ?? 0));
  }
}
