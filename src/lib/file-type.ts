import { isUtf8 } from 'node:buffer';

/** Types of files that are recognized by their content, by MIME type. */
export const FILE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'application/pdf',
  'text/plain',
] as const;

export type FileType = (typeof FILE_TYPES)[number];

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;

/** Type of a file by its content; undefined for others, and for files that end early. */
export function fileTypeOf(bytes: Uint8Array): FileType | undefined {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'))
    return bytes.at(-1) === 0x3b ? 'image/gif' : undefined;
  if (startsWith(bytes, '%PDF-')) return hasPdfEnd(bytes) ? 'application/pdf' : undefined;
  return isText(bytes) ? 'text/plain' : undefined;
}

/** Readers accept a few bytes after the end. */
const hasPdfEnd = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(-1_024)).includes('%%EOF');

/** UTF-8 without control characters except tab, line breaks, page breaks and escapes of colors. */
function isText(bytes: Uint8Array): boolean {
  for (const byte of bytes) {
    if (byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1b) return false;
    if (byte === 0x7f) return false;
  }
  return isUtf8(bytes);
}

/** Whether a text is a drawing or a page, which could contain scripts: its first tag says so. */
export function isMarkup(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4_096))
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  return /^<(\?xml|!doctype|!--|svg|html|head|body|script)/i.test(start);
}
