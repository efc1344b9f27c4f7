import type { Context } from '../../../../context.ts';
import { badInput } from '../../../../errors.ts';
import type { ReporterAnswer } from '../../../../generated/prisma/client.ts';
import { newId } from '../../../../infrastructure/database/ids.ts';
import { statement } from '../../../../infrastructure/database/statement.ts';
import { inTransaction, type Queryable } from '../../../../infrastructure/database/transaction.ts';
import { insertComment } from '../../../core/annotations/add-comment.ts';
import { lockAnnotations } from '../../../core/annotations/change-annotation.ts';
import type { LockedAnnotation } from '../../../core/annotations/columns.ts';
import { confirmAddress } from '../../../core/annotations/confirm-address.ts';
import { statusChange } from '../../../core/annotations/set-annotation-status.ts';
import { writeChange } from '../../../core/annotations/write-change.ts';
import { NO_EVENT_DATA } from '../../../platform/events/event-types.ts';
import { recordEvent } from '../../../platform/events/record-event.ts';
import { contentInput } from '../../../platform/input/fields.ts';
import { type Answerable, claimAnswerCode, endAnswerCodes, findAnswerable } from './answer-codes.ts';

/** Reply of a reporter who wrote none. */
const NO_WORDS = 'Still wrong.';

const ANSWER = statement(
  'answer-proof/answer',
  'UPDATE deployment_verdicts SET answer = $answer::"ReporterAnswer", answered_at = now() WHERE id = $verdictId',
);

/** History entry of an answer, which the reported annotation's author gave. */
const KEEP = statement(
  'answer-proof/keep',
  `INSERT INTO annotation_history (id, annotation_id, actor_id, kind, visibility, after)
  VALUES ($id, $annotationId, $userId?, 'answer', $visibility::"Visibility", to_jsonb($answer::text))`,
);

/** Answer of the person who reported an annotation. */
interface Answer {
  code: string;
  answer: ReporterAnswer;
  /** Words of the reporter about what is still wrong; may be empty. */
  text: string;
}

/**
 * Stores the answer of the person who reported an annotation to the proof of its fix, with an entry
 * in the history. `wrong` adds a reply and reopens the annotation. The code is spent.
 *
 * @throws BAD_USER_INPUT for a code that is not valid, and a text that no reply may have
 */
export async function answerProof(
  ctx: Context<'pool' | 'wakeRelay'>,
  { code, answer, text }: Answer,
): Promise<Answerable> {
  const found = await requireAnswerable(ctx, code);
  const reply = answer === 'wrong' ? contentOf(text) : null;
  await inTransaction(ctx.services.pool, async (sql) => {
    const [annotation] = await lockAnnotations(sql, [found.annotationId]);
    if (!annotation || !(await claimAnswerCode(sql, code))) throw invalid();
    await endAnswerCodes(sql, [found.verdictId]);
    await ANSWER.run(sql, { verdictId: found.verdictId, answer });
    await KEEP.run(sql, {
      id: newId(),
      annotationId: annotation.id,
      userId: found.userId,
      visibility: annotation.visibility,
      answer,
    });
    await write(sql, { ...annotation, organizationId: found.organizationId }, { reply, userId: found.userId });
  });
  if (found.userId === null) await confirmAddress(ctx.services.pool, found.annotationId);
  ctx.services.wakeRelay();
  return found;
}

/**
 * Finds the annotation of a code.
 *
 * @throws BAD_USER_INPUT for a code that is not valid
 */
export async function requireAnswerable(ctx: Context<'pool'>, code: string): Promise<Answerable> {
  const found = await findAnswerable(ctx, code);
  if (!found) throw invalid();
  return found;
}

const invalid = () =>
  badInput('This link was used, is more than 30 days old, or its comment is gone. Use the link of the latest mail.');

function contentOf(text: string): string {
  if (text.trim() === '') return NO_WORDS;
  const parsed = contentInput.safeParse(text);
  if (!parsed.success) throw badInput(`The text ${parsed.error.issues[0]?.message ?? 'is not valid'}.`);
  return parsed.data;
}

/** Adds the reply and reopens the annotation, or reports the answer to open threads. */
async function write(
  sql: Queryable,
  annotation: LockedAnnotation & { organizationId: string },
  { reply, userId: actorId }: { reply: string | null; userId: string | null },
): Promise<void> {
  const { id: annotationId, organizationId, projectId, visibility, authorName, authorEmail } = annotation;
  if (reply === null) {
    const type = 'annotation.updated';
    const event = { type, organizationId, projectId, annotationId, visibility, actorId, data: NO_EVENT_DATA } as const;
    await recordEvent(sql, event);
    return;
  }
  const visitor = { name: authorName, email: authorEmail, byVisitor: true } as const;
  await insertComment(sql, annotation, actorId === null ? visitor : { userId: actorId, via: null }, { content: reply });
  const change = statusChange(annotation, 'open');
  const by = { byVisitor: actorId === null };
  if (change && annotation.status === 'resolved') await writeChange(sql, annotation, change, actorId, by);
}
