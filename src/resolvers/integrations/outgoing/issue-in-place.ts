import type { Context } from '../../../context.ts';
import { forgetIssue, type LeasedIssue, saveIssue } from '../../addons/integrations/outbound/issue-rows.ts';
import { isRedirect } from '../../addons/integrations/providers/api-client.ts';
import type { ExternalIssue, Tracker } from '../../addons/integrations/providers/provider.ts';
import { ProviderError } from '../../addons/integrations/providers/provider-error.ts';
import { marksOf } from './marks.ts';

interface Placed {
  ctx: Context;
  tracker: Tracker;
  row: LeasedIssue;
}

/** The issue of a row as it was last known; undefined when there is none yet. */
export function issueOf({ externalId, key, url, state }: LeasedIssue): ExternalIssue | undefined {
  if (externalId === null) return undefined;
  return { id: externalId, key: key ?? '', url: url ?? '', state: state === 'deleted' ? 'closed' : (state ?? 'open') };
}

/**
 * Under the same key stands another issue elsewhere, and on another server perhaps one with the same id: after a change of
 * place an issue goes on being written to only if it is there too, with its id and the mark of its annotation.
 * @returns the row as it is then, without an issue if that was left behind
 */
export async function issueInPlace({ ctx, tracker, row }: Placed): Promise<LeasedIssue> {
  const issue = issueOf(row);
  const { place } = tracker;
  if (!issue || row.place === place) return row;
  const found = await tracker.readIssue(issue);
  // A place that cannot be read says nothing of its issues.
  if (!found) await tracker.check();
  // Issues of older versions carry the annotation's id.
  const marks = [...marksOf(ctx, row.integrationId, row.annotationId), row.annotationId];
  if (found?.id !== issue.id || !marks.some((mark) => found.text.includes(mark))) return forgetIssue(ctx, row);
  const { key, url } = found;
  await saveIssue(ctx, row, { ...issue, key, url, place, sendingState: row.sendingState });
  return { ...row, key, url, place };
}

/**
 * Does what is to be done about an issue. When the place answers and the issue is not there, somebody has deleted or moved
 * it: it is left at that. When it is there, a refusal is of this issue alone, and says nothing of the integration.
 */
export async function unlessGone({ ctx, tracker, row }: Placed, issue: ExternalIssue, work: () => Promise<void>) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProviderError) || !mayBeOfIssue(error)) throw error;
    const found = await tracker.readIssue(issue);
    await tracker.check();
    if (found?.id === issue.id) {
      throw new ProviderError('invalid', `${error.message}. Others are taken: look at ${issue.key}`, UNPROCESSABLE);
    }
    await saveIssue(ctx, row, { ...issue, place: tracker.place, state: 'deleted' });
  }
}

const UNPROCESSABLE = 422;

const mayBeOfIssue = ({ failure, status }: ProviderError) => failure === 'refused' || isRedirect(status);
