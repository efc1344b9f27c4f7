import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Size above which the best quality would delay the first response by seconds, bytes. */
const LARGE = 512 * 1024;

/** Encodings of browsers, the most compact first, at the best quality: each runs once. */
const ENCODERS = {
  br: (content: Uint8Array) => {
    const quality = content.length > LARGE ? 9 : constants.BROTLI_MAX_QUALITY;
    return promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  },
  gzip: (content: Uint8Array) => promisify(gzip)(content, { level: 9 }),
} as const;

export type Encoding = keyof typeof ENCODERS;
export const ENCODINGS = Object.keys(ENCODERS) as Encoding[];

/** Returns the best accepted encoding; null for none. */
export function encodingFor(
  acceptEncoding: string | null,
  encodings: readonly Encoding[] = ENCODINGS,
): Encoding | null {
  const offers = (acceptEncoding ?? '').split(',').map((offer) => offer.trim().toLowerCase());
  return encodings.find((name) => offers.some((offer) => offer === name || accepts(offer, name))) ?? null;
}

/** Returns whether an offer accepts the encoding; `br;q=0` rejects it. */
function accepts(offer: string, name: string): boolean {
  const [encoding = '', weight = ''] = offer.split(';');
  return encoding.trim() === name && weight.trim().startsWith('q=') && Number(weight.trim().slice(2)) > 0;
}

/** Compresses content at its first request and caches the result. */
export function compressor(content: Uint8Array): (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>> {
  const cache = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return (encoding) => {
    const compressed = cache.get(encoding) ?? ENCODERS[encoding](content).then((bytes) => new Uint8Array(bytes));
    cache.set(encoding, compressed);
    return compressed;
  };
}
