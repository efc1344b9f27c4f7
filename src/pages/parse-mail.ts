/** A part of a mail that has no parts of its own. */
export interface Part {
  /** Media type, such as `text/html`. */
  type: string;
  /** Content id, without brackets; empty for none. */
  id: string;
  content: Buffer;
}

interface ParsedMail {
  /** Returns the decoded value of a header; empty for none. */
  header: (name: string) => string;
  parts: Part[];
}

/**
 * Parses a mail that the service wrote.
 *
 * @param source the message, one character per byte
 */
export function parseMail(source: string): ParsedMail {
  const { header, body } = split(source);
  return { header: (name) => decodeWords(header(name)), parts: partsOf(header, body) };
}

function split(source: string): { header: (name: string) => string; body: string } {
  const [head = '', ...rest] = source.split(/\r?\n\r?\n/);
  const unfolded = head.replace(/\r?\n(?=[ \t])/g, '');
  return {
    header: (name) => new RegExp(`^${name}: *(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? '',
    body: rest.join('\r\n\r\n'),
  };
}

function partsOf(header: (name: string) => string, body: string): Part[] {
  const [type = ''] = header('content-type').split(';');
  const boundary = /boundary="?([^";]+)/.exec(header('content-type'))?.[1];
  if (boundary !== undefined) {
    // The first piece precedes the parts, the last one follows them.
    const pieces = body.split(`--${boundary}`).slice(1, -1);
    return pieces.flatMap((piece) => {
      const part = split(piece.replace(/^\r?\n/, ''));
      return partsOf(part.header, part.body);
    });
  }
  const id = header('content-id').replace(/[<>]/g, '');
  return [{ type, id, content: decode(header('content-transfer-encoding'), body) }];
}

function decode(encoding: string, body: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  return Buffer.from(encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body, 'latin1');
}

/** @returns one character per byte */
const decodeQuotedPrintable = (text: string): string =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Decodes the words of a header that are not ASCII (RFC 2047). */
const decodeWords = (header: string): string =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_match, encoding: string, text: string) =>
      (encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64')
        : Buffer.from(decodeQuotedPrintable(text.replaceAll('_', ' ')), 'latin1')
      ).toString(),
    );
