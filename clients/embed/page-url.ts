import { isSecretName } from '../shared/secret-names.ts';

const MAX_URL_LENGTH = 2048;

/** Returns the page's URL with secret parameters in query and fragment redacted. */
export const pageUrl = (): string => redactUrl(location.href).slice(0, MAX_URL_LENGTH);

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
