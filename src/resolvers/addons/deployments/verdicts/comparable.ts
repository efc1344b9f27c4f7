import type { PictureFacts, PinFacts, Sighting, UnknownReason } from './types.ts';

/**
 * Least share of the earlier page's elements that another state of the same page has. Below it, the
 * capture shows something else: a maintenance page, a consent wall, a login without a redirect.
 */
const LEAST_OVERLAP = 0.2;

/** Paths to which sites redirect visitors who are not signed in. */
const LOGIN_PATH = /\b(?:log-?in|sign-?in|auth|sso|oauth2?|saml|accounts?\/login|session\/new)\b/i;

export const isBound = ({ state }: PinFacts): boolean => state === 'bound' || state === 'rebound';

/** Id of a pin whose picture shows its element; null for a candidate that may be another one. */
export const shownPinId = (pin: (PinFacts & { id: string }) | null): string | null =>
  pin && isBound(pin) && pin.box ? pin.id : null;

/** Whether a page shows the pin's element. Captures store hidden elements without an extent. */
export const isShown = (pin: PinFacts): boolean =>
  isBound(pin) && !(pin.box && pin.box.width === 0 && pin.box.height === 0);

/** Reason why nothing can be said about an element in a capture; undefined if it can. */
export function reasonOfCapture({
  status,
  redirectedTo,
}: Pick<PictureFacts, 'status' | 'redirectedTo'>): UnknownReason | undefined {
  if (status === 401 || status === 403) return 'needs_credentials';
  if (status !== null && (status < 200 || status > 299)) return 'page_error';
  if (redirectedTo !== null) return isLogin(redirectedTo) ? 'needs_credentials' : 'page_redirected';
  return undefined;
}

/** Reason why two pictures cannot be compared; undefined if they can. */
export function reasonOfPictures(before: PictureFacts, after: PictureFacts): UnknownReason | undefined {
  if (before.viewport.width !== after.viewport.width || before.viewport.height !== after.viewport.height) {
    return 'viewport_differs';
  }
  if (before.scale !== after.scale) return 'scale_differs';
  if (before.browser === null || before.browser !== after.browser) return 'browser_differs';
  return before.isComplete && after.isComplete ? undefined : 'picture_incomplete';
}

/** Whether a capture shows another page than the earlier one. */
export const isReplaced = (overlap: number | null): boolean => overlap !== null && overlap < LEAST_OVERLAP;

/** Whether a picture shows at least a part of the pin's element. */
export function isInPicture({ pin, picture: { size } }: Sighting): boolean {
  const { box } = pin;
  if (!box || !isShown(pin)) return false;
  return box.x < size.width && box.y < size.height && box.x + box.width > 0 && box.y + box.height > 0;
}

/** Whether an address looks like that of a login, to which sites redirect strangers. */
function isLogin(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && LOGIN_PATH.test(`${url.hostname} ${url.pathname}${url.hash}`);
}
