import { send } from './session.ts';

/** Ways to log in and to register, beside passwords. */
interface LoginOptions {
  registration: 'open' | 'invited';
  oidc: { name: string; url: string } | null;
  /** Address of the service; undefined while it is away. */
  baseUrl?: string;
}

let options: Promise<LoginOptions> | undefined;

/** Reads the options once. The screens work without: a form reports a service that is away. */
export function loginOptions(): Promise<LoginOptions> {
  options ??= send<LoginOptions>('GET', '/auth/options').catch(() => ({ registration: 'open', oidc: null }));
  return options;
}
