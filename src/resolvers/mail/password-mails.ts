import type { Mail } from '../../infrastructure/mail/mailer.ts';
import { mail } from '../platform/mail/mail.ts';

/** How to set a new password. */
export function passwordResetMail(to: string, token: string, baseUrl: string): Mail {
  const link = `${baseUrl}/reset-password#token=${token}`;
  return mail(to, 'Set a new password for Pinbound', [
    'Somebody, probably you, asked to set a new password for your Pinbound account.',
    { text: 'Open this link within one hour. It works once:', link },
    'If it was not you, do nothing: your password stays as it is.',
  ]);
}

/** Tells the owner of an account, who may not be the one who did it. */
export function passwordChangedMail(to: string): Mail {
  return mail(to, 'Your Pinbound password was changed', [
    'The password of your Pinbound account was changed just now. Other devices are logged out within 15 minutes.',
    'If it was not you, set a new password at once: ask for a reset on the login page.',
  ]);
}
