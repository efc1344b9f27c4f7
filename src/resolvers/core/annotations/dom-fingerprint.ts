import { createHash } from 'node:crypto';
import type { Annotation } from '../../../generated/prisma/client.ts';
import type { PinCandidate } from '../../../infrastructure/capture/located-pin.ts';
import type { JsonObject } from '../../platform/input/json-object.ts';

const MEMBERS = ['selector', 'xpath', 'text'] as const;

/** Members of an element's description that the matcher uses. */
export const fingerprintOf = (metadata: JsonObject): JsonObject =>
  Object.fromEntries(MEMBERS.flatMap((name) => (typeof metadata[name] === 'string' ? [[name, metadata[name]]] : [])));

/** A fingerprint without null members. */
export const withoutNulls = (fingerprint: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(fingerprint).filter(([name, value]) => value !== null || !isMember(name)));

const isMember = (name: string) => MEMBERS.some((member) => member === name);

/** Problem of a fingerprint, for the message; undefined if it is valid. */
export function fingerprintProblem(fingerprint: JsonObject): string | undefined {
  for (const name of MEMBERS) {
    const value = fingerprint[name];
    if (value !== undefined && typeof value !== 'string') return `${name} must be a string`;
  }
  if (!MEMBERS.some((name) => fingerprint[name])) return 'needs a selector, an xpath or a text';
  return undefined;
}

/** Candidates of a moved pin, most likely first; none of others. */
export const candidatesOf = ({ anchorState, anchorCandidates }: AnchorRow): PinCandidate[] =>
  anchorState === 'moved' ? (anchorCandidates as unknown as PinCandidate[]) : [];

/** Columns of an annotation with its candidates. */
export type AnchorRow = Pick<Annotation, 'anchorState' | 'anchorCandidates'>;

/** Id of a candidate: it names the same element for as long as there is a candidate with it. */
export const candidateIdOf = ({ fingerprint }: PinCandidate): string =>
  createHash('sha256').update(JSON.stringify(fingerprint)).digest('hex').slice(0, 12);
