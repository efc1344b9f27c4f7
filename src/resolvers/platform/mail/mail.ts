import type { Mail } from '../../../infrastructure/mail/mailer.ts';
import { composeMail } from './mail-layout.ts';

/** A text without line breaks, optionally followed by a link. */
export type Paragraph = string | { text: string; link: string };

/**
 * Mail about an account or an organization, in text and HTML. It contains no salutation with a
 * name: the person who registered the address wrote the name, and may not be the reader.
 */
export const mail = (to: string, subject: string, paragraphs: Paragraph[]): Mail =>
  composeMail({ to, subject, blocks: ['Hello,', ...paragraphs] });
