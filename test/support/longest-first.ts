import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Projects in the order in which they start. They share the workers: short files fill the time in
 * which the last long ones finish. A worker changes its project once.
 */
const PROJECTS = ['matrix', 'integration', 'isolated', 'unit'];

/** Files that wait half the time: for Chromium, or for servers that start and stop. */
const WAITING = /^test\/(clients|dashboard|e2e|faults|flows|process|snapshots|upgrade)\//;

/**
 * Files that take over 20 seconds on two cores, longest first. The order of the others is
 * irrelevant.
 */
const LONGEST = [
  'test/snapshots/hostile-pages.test.ts',
  'test/clients/embed/hostile.test.ts',
  'test/clients/embed/embed.test.ts',
  'test/clients/embed/sending.test.ts',
  'test/clients/overlay/screenshots.test.ts',
  'test/snapshots/lifecycle.test.ts',
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
  'test/clients/overlay/composer.test.ts',
  'test/faults/delivery-loop.test.ts',
  'test/docs/adding-an-area.test.ts',
  'test/process/database-url.test.ts',
  'test/process/stop.test.ts',
  'test/faults/kill-loop.test.ts',
  'test/process/system-users.test.ts',
  'test/process/bad-http.test.ts',
  'test/process/import-kill.test.ts',
  'test/service/database/embedded-postgres.test.ts',
  'test/process/start.test.ts',
  'test/docs/restore.test.ts',
  'test/contract/tenancy.test.ts',
  'test/contract/parity.test.ts',
  'test/service/http/server.test.ts',
  'test/contract/bad-input.test.ts',
  'test/contract/bad-body.test.ts',
  'test/service/live/access.test.ts',
  'test/integrations/channels.test.ts',
  'test/integrations/failures.test.ts',
  'test/service/http/memory-budget.test.ts',
  'test/integrations/changed-destination.test.ts',
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
