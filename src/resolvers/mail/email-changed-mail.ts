import type { Mail } from '../../infrastructure/mail/mailer.ts';
import { mail } from '../platform/mail/mail.ts';

/** Tells the address that an account had until now. Not which it has: whoever reads this need not be whose that is. */
export function emailChangedMail(to: string): Mail {
  return mail(to, 'The e-mail address of your Pinbound account was changed', [
    'Your Pinbound account was given another e-mail address just now. This one logs in to it no more, nor can it set a new password.',
    'If it was not you, ask an admin of your organization, or whoever runs this service, at once: the audit trail says which address it is, and an admin can remove the account from the organization.',
  ]);
}
