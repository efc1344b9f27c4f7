import type { Mail } from '../../../infrastructure/mail/mailer.ts';
import { mail } from './mail.ts';

/** Link to set a new password with a token. */
export const passwordLink = (token: string, baseUrl: string): string => `${baseUrl}/reset-password#token=${token}`;

/** Mail with the link to set a new password. */
export function passwordResetMail(to: string, token: string, baseUrl: string): Mail {
  return mail(to, 'Set a new password for Pinbound', [
    'A password reset was requested for your Pinbound account.',
    { actions: [{ label: 'Set a new password', url: passwordLink(token, baseUrl) }] },
    'The link works once, within one hour.',
    'If you did not request it, ignore this mail. Your password stays unchanged.',
  ]);
}

/** Mail with the link to verify the address of an account. */
export function verificationMail(to: string, token: string, baseUrl: string): Mail {
  return mail(to, 'Verify your e-mail address for Pinbound', [
    'This address was entered for a Pinbound account. Verify it to get mails about comments.',
    { actions: [{ label: 'Verify the address', url: `${baseUrl}/verify-email#token=${token}` }] },
    'The link works once, within one day.',
    'If you did not enter the address, ignore this mail. It stays unverified.',
  ]);
}

/** Mail to the owner of an account after a password change, which somebody else may have made. */
export function passwordChangedMail(to: string): Mail {
  return mail(to, 'Your Pinbound password was changed', [
    'The password of your Pinbound account was changed. Other devices are logged out within 15 minutes.',
    'If you did not change it, set a new password at once: request a reset on the login page.',
  ]);
}

/** Mail to an account's previous address. Omits the new one: the reader may not be its owner. */
export function emailChangedMail(to: string): Mail {
  return mail(to, 'The e-mail address of your Pinbound account was changed', [
    'The e-mail address of your Pinbound account was changed. This address can no longer log in or reset the password.',
    'If you did not change it, contact an admin of your organization or the operator of this service at once: the audit trail shows the new address, and an admin can remove the account from the organization.',
  ]);
}
