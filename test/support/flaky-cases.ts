import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Lists the cases that failed first and passed when they were repeated, at the end of a run. */
export class FlakyCases implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const cases = modules.flatMap((module) => [...module.children.allTests('passed')]);
    for (const flaky of cases.filter((test) => test.diagnostic()?.flaky)) {
      process.stdout.write(`${describe(flaky)}\n`);
    }
  }
}

function describe(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  const path = relative(process.cwd(), test.module.moduleId);
  return `Flaky: ${path} > ${test.fullName} (${error?.message.split('\n')[0] ?? 'no message'})`;
}
