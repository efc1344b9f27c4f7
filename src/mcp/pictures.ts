import type { ImageContent } from '@modelcontextprotocol/server';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { readObject } from '../http/routes/objects.ts';
import type { Box } from '../infrastructure/images/geometry.ts';
import { modelPicture } from '../infrastructure/images/model-picture.ts';

/** Pictures of one answer. */
const MAX_PICTURES = 4;
/** Surroundings of an element, CSS pixels. */
const MARGIN = 200;
/** Height of a part of a page, CSS pixels. */
const PART_HEIGHT = 1_600;

/** A picture that an answer names. */
interface NamedPicture {
  url: string;
  /** Image pixels; undefined for the whole picture. */
  part: Box | undefined;
}

type Members = Record<string, unknown>;

/**
 * Returns the pictures of an answer, and the answer without those that are data URLs: they are
 * larger than an answer may be.
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
        if (!name.startsWith('picture') || typeof member !== 'string') return [[name, visit(member)]];
        pictures.push({ url: member, part: partOf(name, members, from) });
        return member.startsWith('data:') ? [] : [[name, member]];
      }),
    );
  };
  return { answer: visit(answer) as Members, pictures: pictures.slice(0, MAX_PICTURES) };
}

function partOf(name: string, { box, scale, viewport }: Members, from: number): Box | undefined {
  if (name === 'picturePage') {
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

/**
 * Loads a picture for a model.
 *
 * @throws FORBIDDEN, NOT_FOUND, INTERNAL
 */
export async function loadPicture(context: Context, { url, part }: NamedPicture): Promise<ImageContent> {
  const [, inline] = /^data:image\/\w+;base64,(.*)$/.exec(url) ?? [];
  const image = inline === undefined ? await readObject(context, url) : Buffer.from(inline, 'base64');
  const picture = await modelPicture(image, part);
  if (!picture) throw notFound('This part of the picture');
  context.responseBudget?.reserve(picture.length);
  return { type: 'image', data: picture.toString('base64'), mimeType: 'image/webp' };
}
