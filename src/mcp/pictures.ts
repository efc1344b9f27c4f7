import type { ImageContent } from '@modelcontextprotocol/server';
import type { Context } from '../context.ts';
import { AppError, invariant, notFound } from '../errors.ts';
import { readObject } from '../http/routes/objects.ts';
import type { Box } from '../infrastructure/images/geometry.ts';
import { modelPicture } from '../infrastructure/images/model-picture.ts';
import { createConcurrencyLimit } from '../lib/concurrency-limit.ts';
import { isUntrusted } from './answer.ts';

/** Pictures of one answer. */
const MAX_PICTURES = 4;
/** Surroundings of an element, CSS pixels. */
const MARGIN = 200;
/** Height of a part of a page, CSS pixels. */
const PART_HEIGHT = 1_600;

/** A picture that an answer names. */
export interface NamedPicture {
  /** Member of the answer. */
  name: string;
  url: string;
  /** Image pixels; undefined for the whole picture. */
  part: Box | undefined;
}

type Members = Record<string, unknown>;

/**
 * Returns the pictures of an answer, and the answer without those that are data URLs: they are
 * larger than an answer may be. Members of untrusted values name no pictures.
 *
 * @param from top of the part of a page, CSS pixels
 */
export function takePictures(answer: Members, from: number): { answer: Members; pictures: NamedPicture[] } {
  const pictures: NamedPicture[] = [];
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const members = value as Members;
    return Object.fromEntries(
      Object.entries(members).flatMap(([name, member]) => {
        if (isUntrusted(name)) return [[name, member]];
        if (!name.startsWith('picture') || typeof member !== 'string') return [[name, visit(member)]];
        pictures.push({ name, url: member, part: partOf(name, members, from) });
        return member.startsWith('data:') ? [] : [[name, member]];
      }),
    );
  };
  return { answer: visit(answer) as Members, pictures: pictures.slice(0, MAX_PICTURES) };
}

function partOf(name: string, { box, scale, viewport }: Members, from: number): Box | undefined {
  if (name === 'picturePage') {
    invariant(viewport, 'the document of a tool selects the viewport beside picturePage');
    const { width, deviceScaleFactor: density } = viewport as { width: number; deviceScaleFactor: number };
    return { x: 0, y: from * density, width: width * density, height: PART_HEIGHT * density };
  }
  if (!box) return undefined;
  const { x, y, width, height } = box as Box;
  const density = typeof scale === 'number' ? scale : 1;
  return {
    x: (x - MARGIN) * density,
    y: (y - MARGIN) * density,
    width: (width + 2 * MARGIN) * density,
    height: (height + 2 * MARGIN) * density,
  };
}

/** Each reads a picture into memory and decodes it. */
const limitPictures = createConcurrencyLimit({
  atOnce: 2,
  maxWaiting: 50,
  rejection: () =>
    new AppError('RATE_LIMITED', 'Too many pictures are being prepared; retry in 5 seconds', { retryAfterSeconds: 5 }),
});

/**
 * Loads a picture for a model.
 *
 * @throws FORBIDDEN, NOT_FOUND, INTERNAL, RATE_LIMITED
 */
export async function loadPicture(context: Context, { url, part }: Omit<NamedPicture, 'name'>): Promise<ImageContent> {
  const [, inline] = /^data:image\/\w+;base64,(.*)$/.exec(url) ?? [];
  const picture = await limitPictures(async () => {
    const image = inline === undefined ? await readObject(context, url) : Buffer.from(inline, 'base64');
    return modelPicture(image, part);
  }, context.signal);
  if (!picture) throw notFound('This part of the picture');
  context.responseBudget?.reserve(picture.length);
  return { type: 'image', data: picture.toString('base64'), mimeType: 'image/webp' };
}
