import type { SnapshotRow } from '../../../../types/snapshot-update.ts';
import { normalizeUrl } from '../../../platform/input/page-url.ts';
import { isLogin } from '../verdicts/comparable.ts';

const NEEDS_CREDENTIALS = 'The page needs capture credentials';

/**
 * Reason why a completed snapshot does not show its page as a visitor would see it; undefined if it
 * does.
 */
export function pageProblem({ httpStatus, finalUrl, urlKey, pendingRequests }: SnapshotRow): string | undefined {
  if (httpStatus === 401 || httpStatus === 403) return `${NEEDS_CREDENTIALS}: it responded with HTTP ${httpStatus}`;
  if (httpStatus !== null && (httpStatus < 200 || httpStatus > 299))
    return `The page responded with HTTP ${httpStatus}`;
  if (finalUrl !== null && normalizeUrl(finalUrl) !== urlKey) {
    return isLogin(finalUrl)
      ? `${NEEDS_CREDENTIALS}: it redirected to the login ${finalUrl}`
      : `The page redirected to ${finalUrl}`;
  }
  return pendingRequests ? 'The page had not finished loading when its picture was taken' : undefined;
}
