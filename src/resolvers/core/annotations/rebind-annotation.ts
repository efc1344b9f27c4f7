import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { badField, conflict } from '../../../errors.ts';
import type { Annotation, Prisma } from '../../../generated/prisma/client.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { type JsonObject, jsonObjectInput } from '../../platform/input/json-object.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { storableText } from '../../platform/input/storable-text.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { changeAnnotation } from './change-annotation.ts';
import { type AnchorRow, candidateIdOf, candidatesOf, fingerprintProblem, withoutNulls } from './dom-fingerprint.ts';

const rebindInput = z.object({
  domFingerprint: jsonObjectInput
    .transform(withoutNulls)
    .superRefine((fingerprint, check) => {
      const problem = fingerprintProblem(fingerprint);
      if (problem) check.addIssue({ code: 'custom', message: problem });
    })
    .nullish(),
  candidateId: storableText(64).nullish(),
});

/**
 * Anchors the annotation to another element: one of its candidates, or one with a fingerprint. The
 * history keeps the previous fingerprint.
 *
 * @throws BAD_USER_INPUT
 * @throws CONFLICT for a candidate that the annotation does not have any more
 */
export async function rebindAnnotation(
  ctx: Context<'pool' | 'wakeRelay'>,
  id: string,
  args: { domFingerprint?: unknown; candidateId?: string | null },
): Promise<Annotation> {
  requireUser(ctx);
  const { domFingerprint: sent, candidateId }: z.infer<typeof rebindInput> = parseInput(rebindInput, args);
  if (sent && candidateId != null) throw badField('candidateId', 'must not be sent with domFingerprint');
  return changeAnnotation(ctx, id, async (before) => {
    const domFingerprint = sent ?? fingerprintOf(before, candidateId);
    return {
      data: {
        domFingerprint: domFingerprint as Prisma.JsonObject,
        anchorState: 'rebound',
        anchorConfidence: 1,
        anchorCheckedAt: new Date(),
        anchorCandidates: [],
        latestFingerprint: null,
      },
      history: { kind: 'rebound', before: before.domFingerprint, after: domFingerprint },
      event: { type: 'annotation.rebound', data: NO_EVENT_DATA },
    };
  });
}

function fingerprintOf(annotation: AnchorRow, candidateId: string | null | undefined): JsonObject {
  if (candidateId == null) throw badField('domFingerprint', 'is required without candidateId', 'required');
  const candidate = candidatesOf(annotation).find((each) => candidateIdOf(each) === candidateId);
  if (candidate) return candidate.fingerprint as JsonObject;
  throw conflict('The annotation has no candidate with this candidateId now; read its candidates again');
}
