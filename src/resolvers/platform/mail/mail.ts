import type { Mail } from '../../../infrastructure/mail/mailer.ts';
import { composeMail, type MailBlock } from './mail-layout.ts';

/**
 * Mail about an account or an organization, in text and HTML. It contains no salutation with a
 * name: the person who registered the address wrote the name, and may not be the reader.
 */
export const mail = (to: string, subject: string, blocks: MailBlock[]): Mail =>
  composeMail({ to, subject, blocks: [{ heading: subject }, ...blocks] });
