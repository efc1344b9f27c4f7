import type { PinboundClient } from '../../sdk/index.ts';
import { type Call, type Command, EXIT, numberOption, textOption } from '../command.ts';
import { findAnnotation } from '../find-annotation.ts';
import { safeLine } from '../terminal-text.ts';
import { waitFor } from '../wait.ts';
import { ServiceError, UsageError } from '../world.ts';

/** Captures the pages of comments, and judges their elements. */
export const check: Command = {
  usage: '<NUMBER>…',
  description: 'Capture the pages of comments and say whether their fixes are visible.',
  options: { at: { type: 'string' }, environment: { type: 'string' }, timeout: { type: 'string' } },
  help: [
    '  --at <URL>            Capture this address of the page, of an environment or on a preview host.',
    '  --environment <ID>    Capture the page of this environment.',
    '  --timeout <SECONDS>   Wait at most so long; 300 by default.',
    '',
    'Exit code 0: every change does what its comment says. 1: at least one does not, or it is unknown.',
  ],
  async run(call) {
    const { positionals, settings, print } = call;
    if (positionals.length === 0) throw new UsageError('expected: pinbound check <NUMBER>…');
    const seconds = numberOption(call, 'timeout', [0, 3_600], 300);
    const client = settings.client();
    const ids = await Promise.all(positionals.map((name) => findAnnotation(client, call, name)));
    const started = await Promise.all(ids.map((id) => start(client, call, id)));
    const verdicts = await Promise.all(started.map((check) => judge(client, check, seconds)));
    print.json({ verdicts });
    for (const verdict of verdicts) print.line(describe(verdict));
    return verdicts.every(({ effect }) => effect === 'does_it') ? EXIT.fine : EXIT.verdict;
  },
};

interface StartedCheck {
  id: string;
  snapshotId: string;
}

async function start(client: PinboundClient, call: Call, id: string): Promise<StartedCheck> {
  const url = textOption(call, 'at');
  const environmentId = textOption(call, 'environment');
  const { verifyFix } = await client.mutate({ verifyFix: { $: { id, environmentId, url }, id: true } });
  return { id, snapshotId: verifyFix.id };
}

/** @throws ServiceError if there is no verdict in time */
async function judge(client: PinboundClient, { id, snapshotId }: StartedCheck, seconds: number) {
  const verdict = await waitFor(async () => {
    const { annotation, fixVerdict } = await client.query({
      annotation: { $: { id }, number: true },
      fixVerdict: {
        $: { id, snapshotId },
        id: true,
        url: true,
        verdict: true,
        effect: true,
        reason: true,
        expectedTexts: true,
      },
    });
    return fixVerdict?.verdict
      ? { ...fixVerdict, annotationId: id, number: annotation?.number, snapshotId }
      : undefined;
  }, seconds);
  if (!verdict)
    throw new ServiceError(`No verdict within ${seconds} seconds; the capture continues. Check again later.`);
  return verdict;
}

const EFFECTS = {
  does_it: 'does what it says',
  changed_otherwise: 'changed otherwise, for a person to judge',
  went_back: 'went back to the reported look',
} as const;

function describe({ number, verdict, effect, reason, url }: Awaited<ReturnType<typeof judge>>): string {
  const because = reason ? `, because ${safeLine(reason)}` : '';
  return `#${number} ${verdict}${effect ? `: ${EFFECTS[effect]}` : because}, at ${safeLine(url, 300)}`;
}
