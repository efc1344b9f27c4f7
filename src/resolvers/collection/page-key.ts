import { redactUrl } from '../addons/collection/redact-url.ts';
import { pageKey } from '../platform/input/page-url.ts';

/** What a page is known by among those collected: as elsewhere, without its secrets. @throws BAD_USER_INPUT */
export const collectedPageKey = (url: string): string => pageKey(redactUrl(url));
