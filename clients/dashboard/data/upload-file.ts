/** Largest file that the service stores, bytes. */
export const MAX_FILE_BYTES = 10 * 1_024 * 1_024;
/** Files of a comment or a reply. */
export const MAX_FILES = 10;

const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Content types and endings for a file field. */
export const ACCEPTED_FILES = [...PICTURES, 'application/pdf', 'text/*', '.log', '.json', '.har', '.md'].join(',');

/** Endings of text files whose type browsers do not know. */
const TEXT_ENDING = /\.(log|txt|md|csv|json|har|ya?ml)$/i;

/** Content type under which the service stores a file; undefined for one that it rejects. */
export function contentTypeOf({ name, type }: { name: string; type: string }): string | undefined {
  if (PICTURES.includes(type) || type === 'application/pdf') return type;
  if (type === 'text/html' || type === 'text/xml') return undefined;
  return type.startsWith('text/') || TEXT_ENDING.test(name) ? 'text/plain' : undefined;
}

/**
 * Sends the bytes of an announced file.
 *
 * @returns the service's reason for a rejection, empty if it did not respond; undefined once stored
 */
export async function uploadFile(uploadUrl: string, file: File): Promise<string | undefined> {
  // The service may have another public address than the one it is opened at.
  const { pathname, search } = new URL(uploadUrl);
  const response = await fetch(pathname + search, { method: 'PUT', body: file }).catch(() => null);
  if (response?.ok) return undefined;
  const body = (await response?.json().catch(() => null)) as { message?: unknown } | null | undefined;
  return typeof body?.message === 'string' ? body.message : '';
}
