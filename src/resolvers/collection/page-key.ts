import { z } from 'zod';
import { normalizeUrl } from '../annotations/normalize-url.ts';
import { parseInput, urlInput } from '../input.ts';

/** The normalised form of a page's url, which pages are known by. @throws BAD_USER_INPUT */
export const pageKey = (url: string): string => normalizeUrl(parseInput(z.object({ url: urlInput }), { url }).url);
