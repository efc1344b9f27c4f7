import type { Mail } from '../../infrastructure/mail.ts';

/** How to set a new password. */
export function passwordResetMail(to: { email: string; name: string }, token: string, baseUrl: string): Mail {
  const link = `${baseUrl}/reset-password#token=${token}`;
  return mail(to, 'Set a new password for Pinbound', [
    'Somebody, probably you, asked to set a new password for your Pinbound account.',
    `Open this link within one hour. It works once: ${link}`,
    'If it was not you, do nothing: your password stays as it is.',
  ]);
}

/** Tells the owner of an account, who may not be the one who did it. */
export function passwordChangedMail(to: { email: string; name: string }): Mail {
  return mail(to, 'Your Pinbound password was changed', [
    'The password of your Pinbound account was changed just now, and other devices were logged out.',
    'If it was not you, set a new password at once: ask for a reset on the login page.',
  ]);
}

function mail(to: { email: string; name: string }, subject: string, paragraphs: string[]): Mail {
  const all = [`Hello ${to.name},`, ...paragraphs];
  return {
    to: to.email,
    subject,
    text: `${all.join('\n\n')}\n`,
    html: `<!doctype html><meta charset="utf-8"><title>${escaped(subject)}</title>${all
      .map((paragraph) => `<p>${linked(escaped(paragraph))}</p>`)
      .join('')}`,
  };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Only the reset link of this service becomes one: a name that reads like an address stays text. */
const linked = (html: string) => html.replace(/(?<=once: )https?:\S+$/, (link) => `<a href="${link}">${link}</a>`);
