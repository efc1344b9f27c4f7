import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** What browsers can unpack, the smallest first, as small as it gets: this is done once. */
const ENCODERS = {
  br: promisify(brotliCompress),
  gzip: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
} as const;

export type Encoding = keyof typeof ENCODERS;

/** The best encoding that a request accepts, of all or of those named; null where it must be sent as it is. */
export function encodingFor(accepted: string | null, names = Object.keys(ENCODERS) as Encoding[]): Encoding | null {
  const offers = (accepted ?? '').split(',').map((offer) => offer.trim().toLowerCase());
  return names.find((name) => offers.some((offer) => offer === name || accepts(offer, name))) ?? null;
}

/** `br;q=0` means: not this one. */
function accepts(offer: string, name: string): boolean {
  const [own = '', weight = ''] = offer.split(';');
  return own.trim() === name && weight.trim().startsWith('q=') && Number(weight.trim().slice(2)) > 0;
}

/** Compresses a file for its first request, and keeps it. */
export function compressor(content: Buffer): (encoding: Encoding) => Promise<Uint8Array<ArrayBuffer>> {
  const made = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  return (encoding) => {
    const known = made.get(encoding) ?? ENCODERS[encoding](content).then((bytes) => new Uint8Array(bytes));
    made.set(encoding, known);
    return known;
  };
}
