import { matchesIn } from './dom-access.ts';

const MAX_POLICIES = 20;
const MAX_LENGTH = 4_000;

/** Content security policies that the page sets in its head. */
export const metaPolicies = (): string[] =>
  matchesIn(document, 'head > meta[http-equiv="content-security-policy" i]')
    .slice(0, MAX_POLICIES)
    .map((element) => (Element.prototype.getAttribute.call(element, 'content') ?? '').slice(0, MAX_LENGTH));
