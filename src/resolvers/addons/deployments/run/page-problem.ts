import type { SnapshotRow } from '../../../../types/snapshot-update.ts';
import { normalizeUrl } from '../../../platform/input/page-url.ts';
import { isLogin } from '../verdicts/comparable.ts';

/**
 * Reason why a completed snapshot does not show its page as a visitor would see it; undefined if it
 * does.
 */
export function pageProblem(snapshot: SnapshotRow): string | undefined {
  const { httpStatus, finalUrl, urlKey, pendingRequests } = snapshot;
  if (httpStatus === 401 || httpStatus === 403) return `${refusal(snapshot)}: it responded with HTTP ${httpStatus}`;
  if (httpStatus !== null && (httpStatus < 200 || httpStatus > 299))
    return `The page responded with HTTP ${httpStatus}`;
  if (finalUrl !== null && normalizeUrl(finalUrl) !== urlKey) {
    return isLogin(finalUrl)
      ? `${refusal(snapshot)}: it redirected to the login ${finalUrl}`
      : `The page redirected to ${finalUrl}`;
  }
  return pendingRequests ? 'The page had not finished loading when its picture was taken' : undefined;
}

const refusal = ({ usedCredentials }: SnapshotRow): string =>
  usedCredentials ? 'The page did not accept the capture credentials' : 'The page needs capture credentials';
