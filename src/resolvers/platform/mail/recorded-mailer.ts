import type { Context } from '../../../context.ts';
import { newId, newIds } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import type { Queryable } from '../../../infrastructure/database/transaction.ts';
import type { Mail, Mailer } from '../../../infrastructure/mail/mailer.ts';
import { createBatcher } from '../../../lib/batcher.ts';

const INSERT = statement(
  'recorded-mailer/insert',
  `INSERT INTO sent_mails (id, recipient, subject, error)
  SELECT * FROM unnest($ids::uuid[], $recipients::text[], $subjects::text[], $errors::text[])`,
  { prepared: true },
);
/** Max mails recorded by one statement. */
const BATCH = 100;
/** Time in which further mails join those to record, ms. */
const JOIN_MS = 50;

/** Records a mail that is not sent, with the reason. */
export async function recordMail(sql: Queryable, { to, subject }: Pick<Mail, 'to' | 'subject'>, error: string) {
  await INSERT.run(sql, { ids: [newId()], recipients: [to], subjects: [subject], errors: [error] });
}

interface Outcome {
  mail: Mail;
  error: string | null;
}

/**
 * Records the outcome of each mail for administrators: recipient, subject and error, no text. A
 * mail does not wait for its record, and one whose record cannot be written counts as sent, because
 * sending it again would double it.
 */
export function recordedMailer(mailer: Mailer, { pool, logger }: Context<'logger' | 'pool'>['services']): Mailer {
  const record = createBatcher<Outcome, void>(
    async (outcomes) => {
      const values = {
        ids: newIds(outcomes.length),
        recipients: outcomes.map(({ mail }) => mail.to),
        subjects: outcomes.map(({ mail }) => mail.subject),
        errors: outcomes.map(({ error }) => error),
      };
      await INSERT.run(pool, values).catch((err: unknown) => logger.warn({ err }, 'mails were not recorded'));
      return [];
    },
    BATCH,
    JOIN_MS,
  );
  let lastRecord = Promise.resolve();
  return {
    async send(mail) {
      try {
        await mailer.send(mail);
      } catch (error) {
        lastRecord = record({ mail, error: error instanceof Error ? error.message : String(error) });
        throw error;
      }
      lastRecord = record({ mail, error: null });
    },
    verify: () => mailer.verify(),
    async close() {
      await mailer.close();
      // Mails are recorded in order.
      await lastRecord;
    },
  };
}
