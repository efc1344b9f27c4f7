import type { Context } from '../../../../context.ts';
import { isRedirect } from '../providers/api-client.ts';
import type { ExternalIssue, Tracker } from '../providers/provider.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { correlationMarkersOf } from './correlation-markers.ts';
import { type LeasedIssue, saveIssue, unlinkIssue } from './issue-rows.ts';

interface LeasedTarget {
  ctx: Context<'wakeRelay' | 'pool' | 'secretBox'>;
  tracker: Tracker;
  row: LeasedIssue;
}

/** Last known issue of a row; undefined if none was created. */
export function issueOf({ externalId, key, url, state }: LeasedIssue): ExternalIssue | undefined {
  if (externalId === null) return undefined;
  return { id: externalId, key: key ?? '', url: url ?? '', state: state === 'deleted' ? 'closed' : (state ?? 'open') };
}

/**
 * Verifies the issue after a change of location, where another issue may have the same key or id.
 * Keeps it only if the new location has it with the same id and a marker of its annotation.
 *
 * @returns the updated row, without an issue if it was unlinked
 */
export async function verifyIssueLocation({ ctx, tracker, row }: LeasedTarget): Promise<LeasedIssue> {
  const issue = issueOf(row);
  const { location } = tracker;
  if (!issue || row.place === location) return row;
  const found = await tracker.readIssue(issue);
  // Throws for a location that cannot be read, so that nothing is unlinked.
  if (!found) await tracker.check();
  // Issues of older versions contain the annotation's id.
  const markers = [...correlationMarkersOf(ctx, row.integrationId, row.annotationId), row.annotationId];
  if (found?.id !== issue.id || !markers.some((marker) => found.text.includes(marker))) return unlinkIssue(ctx, row);
  const { key, url } = found;
  await saveIssue(ctx, row, { ...issue, key, url, location, sendingState: row.sendingState });
  return { ...row, key, url, place: location };
}

/**
 * Runs work on an issue. If it fails because the issue was deleted or moved, marks the issue as
 * deleted. If the issue exists, a denial concerns this issue alone, not the integration.
 */
export async function detectDeletion(
  { ctx, tracker, row }: LeasedTarget,
  issue: ExternalIssue,
  work: () => Promise<void>,
) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProviderError) || !mayConcernIssue(error)) throw error;
    const found = await tracker.readIssue(issue);
    await tracker.check();
    if (found?.id === issue.id) {
      throw new ProviderError(
        'invalid',
        `${error.message}. Only ${issue.key} is affected; check that issue`,
        UNPROCESSABLE,
      );
    }
    await saveIssue(ctx, row, { ...issue, location: tracker.location, state: 'deleted' });
  }
}

const UNPROCESSABLE = 422;

const mayConcernIssue = ({ failure, status }: ProviderError) => failure === 'denied' || isRedirect(status);
