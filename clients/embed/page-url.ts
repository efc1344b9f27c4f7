import { isSecretName } from '../shared/secret-names.ts';

const LONGEST = 2048;

/** The page's address, without the values of secret parameters in query and fragment. */
export const pageUrl = (): string => redactUrl(location.href).slice(0, LONGEST);

export const redactUrl = (url: string): string =>
  url
    .replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1')
    .replace(/([?#&;])([^?#&;=]*)=([^#&;]*)/g, (whole, before, name) =>
      isSecretName(decoded(name)) ? `${before}${name}=redacted` : whole,
    );

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
