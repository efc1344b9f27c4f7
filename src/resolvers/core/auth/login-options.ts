import type { Context } from '../../../context.ts';

/** Ways to log in and to register, beside passwords. */
export interface LoginOptions {
  registration: 'open' | 'invited';
  oidc: { name: string; url: string } | null;
  /** Address of the service; browsers keep sessions only there. */
  baseUrl: string;
  /** Whether mails are sent, not written to files. */
  sendsMail: boolean;
}

export const readLoginOptions = ({ services: { config } }: Context<'config'>): LoginOptions => ({
  registration: config.registration,
  oidc: config.oidc ? { name: config.oidc.name, url: `${config.http.baseUrl}/auth/oidc/start` } : null,
  baseUrl: config.http.baseUrl,
  sendsMail: config.mail.smtpUrl !== undefined,
});
