import type { PinboundClient } from '../../sdk/index.ts';
import { type Call, type Command, EXIT, type ExitCode, numberOption, textOption } from '../command.ts';
import { readRelease } from '../pipeline.ts';
import { safeLine } from '../terminal-text.ts';
import { waitFor } from '../wait.ts';
import { ServiceError, UsageError } from '../world.ts';

/** Starts a deployment, waits for its end and prints its report. */
export const deploy: Command = {
  usage: '[--environment <ID>]',
  description: 'Compare the pages of an environment after a deployment, and report on comments.',
  options: {
    environment: { type: 'string' },
    commit: { type: 'string' },
    branch: { type: 'string' },
    'run-url': { type: 'string' },
    page: { type: 'string', multiple: true },
    timeout: { type: 'string' },
    'no-wait': { type: 'boolean' },
  },
  help: [
    '  --environment <ID>    Environment; also PINBOUND_ENVIRONMENT or .pinbound.json.',
    '  --commit, --branch, --run-url   From GitHub Actions, GitLab CI or git by default.',
    '  --page <URL>          Only this page; may be repeated.',
    '  --timeout <SECONDS>   Wait at most so long; 1800 by default.',
    '  --no-wait             Start only.',
    '',
    'Exit code 0: passed, or every change is at an element with a comment. 1: an element went back to',
    'its reported look, something changed that no comment names, or a change was rejected. 3: captures',
    'failed, the deployment was cancelled or superseded, or time is up.',
  ],
  async run(call) {
    const { positionals, settings, print, values } = call;
    if (positionals.length > 0) throw new UsageError('expected: pinbound deploy [--environment <ID>]');
    const seconds = numberOption(call, 'timeout', [0, 86_400], 1_800);
    const client = settings.client();
    const { createDeployment } = await client.mutate({
      createDeployment: { $: readArguments(call), id: true, commit: true, reportUrl: true },
    });
    const { id, commit, reportUrl } = createDeployment;
    print.line(`Deployment of ${safeLine(commit)}`);
    print.line(`Report: ${safeLine(reportUrl)}`);
    if (values['no-wait']) {
      print.json({ id, reportUrl });
      return EXIT.fine;
    }
    const report = await waitFor(() => readReport(client, id), seconds);
    if (!report) throw new ServiceError(`The deployment is not finished after ${seconds} seconds`);
    print.json(report);
    for (const line of describe(report)) print.line(line);
    return exitCodeOf(report);
  },
};

function readArguments(call: Call) {
  const { settings, world, values } = call;
  const environmentId = settings.environmentId();
  if (!environmentId) throw new UsageError('No environment. Set PINBOUND_ENVIRONMENT, or pass --environment');
  const commit = textOption(call, 'commit');
  const found = commit === undefined ? readRelease(world) : undefined;
  const pages = values.page as string[] | undefined;
  return {
    projectId: settings.projectId(),
    environmentId,
    commit: commit ?? found?.commit ?? '',
    branch: textOption(call, 'branch') ?? found?.branch,
    url: textOption(call, 'run-url') ?? found?.url,
    ...(pages && { pages }),
  };
}

/** Returns the report of a deployment that has ended. */
async function readReport(client: PinboundClient, id: string) {
  const { deployment } = await client.query({
    deployment: {
      $: { id },
      id: true,
      status: true,
      error: true,
      reportUrl: true,
      commit: true,
      branch: true,
      counts: {
        captures: true,
        finishedCaptures: true,
        failedCaptures: true,
        newBaselines: true,
        doesIt: true,
        changedOtherwise: true,
        wentBack: true,
        unchanged: true,
        unknown: true,
        explained: true,
        unexplained: true,
        rejected: true,
      },
      failedCaptures: { url: true, error: true, viewport: { width: true } },
      verdicts: { annotationNumber: true, overallEffect: true },
    },
  });
  const isPending = !deployment || deployment.status === 'queued' || deployment.status === 'running';
  return isPending ? undefined : deployment;
}

type Report = NonNullable<Awaited<ReturnType<typeof readReport>>>;

const EFFECTS = {
  does_it: 'does what it says',
  changed_otherwise: 'changed otherwise, for a person to judge',
  went_back: 'went back',
} as const;

function describe({ status, error, counts, verdicts, failedCaptures }: Report): string[] {
  const comments = verdicts.flatMap(({ annotationNumber, overallEffect }) =>
    overallEffect ? [`  #${annotationNumber} ${EFFECTS[overallEffect]}`] : [],
  );
  const failures = failedCaptures.map(
    ({ url, viewport, error: reason }) =>
      `  ${safeLine(url)} at ${viewport.width} px: ${safeLine(reason ?? 'no reason')}`,
  );
  return [
    `Status: ${status}`,
    `${counts.finishedCaptures} of ${counts.captures} captures, ${counts.failedCaptures} failed, ${counts.newBaselines} new baselines`,
    `Comments: ${counts.doesIt} done as they say, ${counts.changedOtherwise} changed otherwise, ${counts.wentBack} went back, ${counts.unchanged} unchanged, ${counts.unknown} unknown`,
    ...new Set(comments),
    `Changes: ${counts.explained} at elements with comments, ${counts.unexplained} that no comment names`,
    ...(error ? [safeLine(error)] : []),
    ...failures,
  ];
}

function exitCodeOf({ status, counts }: Report): ExitCode {
  if (status === 'passed') return EXIT.fine;
  if (counts.rejected > 0) return EXIT.verdict;
  if (status !== 'needs_review') return EXIT.service;
  return counts.wentBack > 0 || counts.unexplained > 0 ? EXIT.verdict : EXIT.fine;
}
