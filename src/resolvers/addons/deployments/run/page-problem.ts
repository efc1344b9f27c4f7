import type { SnapshotRow } from '../../../../types/snapshot-update.ts';
import { normalizeUrl } from '../../../platform/input/page-url.ts';
import { reasonOfCapture } from '../verdicts/comparable.ts';
import type { UnknownReason } from '../verdicts/types.ts';

/** Reason why a completed snapshot does not show its page as a visitor would see it. */
export interface PageProblem {
  /** For people. */
  error: string;
  /** That of its verdicts. */
  reason: UnknownReason;
  /** Whether another capture may show the page. */
  isTemporary: boolean;
}

/** Finds out why a completed snapshot does not show its page; undefined if it does. */
export function pageProblem(snapshot: SnapshotRow): PageProblem | undefined {
  const { httpStatus: status, finalUrl, urlKey, pendingRequests } = snapshot;
  const redirectedTo = finalUrl !== null && normalizeUrl(finalUrl) !== urlKey ? finalUrl : null;
  const reason = reasonOfCapture({ status, redirectedTo });
  if (reason) {
    const isTemporary = reason === 'page_error' && status !== null && status >= 500;
    return { reason, error: errorOf(snapshot, reason), isTemporary };
  }
  if (!pendingRequests) return undefined;
  const error = 'The page had not finished loading when its picture was taken';
  return { reason: 'picture_incomplete', error, isTemporary: true };
}

function errorOf({ httpStatus, finalUrl, usedCredentials }: SnapshotRow, reason: UnknownReason): string {
  if (reason === 'page_error') return `The page responded with HTTP ${httpStatus}`;
  if (reason === 'page_redirected') return `The page redirected to ${finalUrl}`;
  const refusal = usedCredentials
    ? 'The page did not accept the capture credentials'
    : 'The page needs capture credentials';
  return httpStatus === 401 || httpStatus === 403
    ? `${refusal}: it responded with HTTP ${httpStatus}`
    : `${refusal}: it redirected to the login ${finalUrl}`;
}
