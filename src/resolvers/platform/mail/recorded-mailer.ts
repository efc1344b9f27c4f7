import type { Context } from '../../../context.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import type { Mail, Mailer } from '../../../infrastructure/mail/mailer.ts';

const INSERT = 'INSERT INTO sent_mails (id, recipient, subject, error) VALUES ($1, $2, $3, $4)';

/**
 * Records the outcome of each mail for administrators: recipient, subject and error, no text. A
 * mail whose record cannot be written counts as sent, because sending it again would double it.
 */
export function recordedMailer(mailer: Mailer, { pool, logger }: Context<'logger' | 'pool'>['services']): Mailer {
  const record = async ({ to, subject }: Mail, error: string | null) => {
    await pool
      .query(INSERT, [newId(), to, subject, error])
      .catch((err: unknown) => logger.warn({ err }, 'a mail was not recorded'));
  };
  return {
    async send(mail) {
      try {
        await mailer.send(mail);
      } catch (error) {
        await record(mail, error instanceof Error ? error.message : String(error));
        throw error;
      }
      await record(mail, null);
    },
    close: mailer.close,
  };
}
