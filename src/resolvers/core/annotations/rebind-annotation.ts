import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Annotation, Prisma } from '../../../generated/prisma/client.ts';
import { NO_EVENT_DATA } from '../../platform/events/event-types.ts';
import { type JsonObject, jsonObjectInput } from '../../platform/input/json-object.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { requireUser } from '../../platform/policies/access.ts';
import { changeAnnotation } from './change-annotation.ts';
import { fingerprintProblem, withoutNulls } from './dom-fingerprint.ts';

const rebindInput = z.object({
  domFingerprint: jsonObjectInput.transform(withoutNulls).superRefine((fingerprint, check) => {
    const problem = fingerprintProblem(fingerprint);
    if (problem) check.addIssue({ code: 'custom', message: problem });
  }),
});

/**
 * Anchors the annotation to another element. The history keeps the previous fingerprint.
 *
 * @throws BAD_USER_INPUT
 */
export async function rebindAnnotation(
  ctx: Context<'pool' | 'wakeRelay'>,
  id: string,
  args: { domFingerprint: unknown },
): Promise<Annotation> {
  requireUser(ctx);
  const { domFingerprint }: { domFingerprint: JsonObject } = parseInput(rebindInput, args);
  return changeAnnotation(ctx, id, async (before) => ({
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
  }));
}
