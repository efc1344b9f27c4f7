import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Larger ones are packed a little less tightly: the last few percent would keep the first reader waiting for seconds. */
const LARGE = 512 * 1024;

/** What browsers can unpack, the smallest first, as small as it gets: this is done once. */
const ENCODERS = {
  br: (content: Uint8Array) => {
    const quality = content.length > LARGE ? 9 : constants.BROTLI_MAX_QUALITY;
    return promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  },
  gzip: (content: Uint8Array) => promisify(gzip)(content, { level: 9 }),
} as const;

export type Encoding = keyof typeof ENCODERS;
export const ENCODINGS = Object.keys(ENCODERS) as Encoding[];

/** The best encoding that a request accepts, of all or of those named; null where it must be sent as it is. */
export function encodingFor(accepted: string | null, encodings: readonly Encoding[] = ENCODINGS): Encoding | null {
  const offers = (accepted ?? '').split(',').map((offer) => offer.trim().toLowerCase());
  return encodings.find((name) => offers.some((offer) => offer === name || accepts(offer, name))) ?? null;
}

/** `br;q=0` means: not this one. */
function accepts(offer: string, name: string): boolean {
  const [own = '', weight = ''] = offer.split(';');
  return own.trim() === name && weight.trim().startsWith('q=') && Number(weight.trim().slice(2)) > 0;
}

/** Compresses a content for its first request, and keeps it. */
export function compressor(content: Uint8Array): (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>> {
  const made = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return (encoding) => {
    const known = made.get(encoding) ?? ENCODERS[encoding](content).then((bytes) => new Uint8Array(bytes));
    made.set(encoding, known);
    return known;
  };
}
