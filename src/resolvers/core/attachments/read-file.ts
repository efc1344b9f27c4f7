import { badInput } from '../../../errors.ts';
import {
  type DecodingTurn,
  type ImageFormat,
  ImageUnreadable,
  measureImage,
  reencodeImage,
} from '../../../infrastructure/images/reencode-image.ts';
import { CONTENT_TYPES, type ObjectKind } from '../../../infrastructure/storage/object-storage.ts';
import { FILE_TYPES, fileTypeOf, isMarkup } from '../../../lib/file-type.ts';

/** A file as it is stored. */
interface StoredFile {
  bytes: Uint8Array;
  kind: ObjectKind;
}

/** A client that uploads a file. */
interface Uploader extends DecodingTurn {
  /** Counts the pixels of a picture before it is decoded; an error rejects it. */
  countPixels(pixels: number): Promise<void>;
}

const MILLION = 1_000_000;
/** Maximum size of a picture, million pixels: photos of phones. */
const MAX_MEGAPIXELS = { member: 50, visitor: 25 };

const KINDS = { png: 'png', jpeg: 'jpg', webp: 'webp' } as const satisfies Record<string, ObjectKind>;

/**
 * Checks a file against the type that was declared for it, by its content. Pictures are encoded
 * again, so that only their pixels remain.
 *
 * @throws BAD_USER_INPUT
 * @throws UNAVAILABLE if too many pictures wait
 */
export async function readFile(bytes: Uint8Array, declared: string, uploader: Uploader): Promise<StoredFile> {
  if (bytes.length === 0) throw badInput('The file is empty; send its bytes as the body');
  const found = fileTypeOf(bytes);
  if (!found) {
    throw badInput(`The file is incomplete, or of no accepted type; expected ${FILE_TYPES.join(', ')}; text as UTF-8`);
  }
  if (found === 'text/plain' && isMarkup(bytes)) {
    throw badInput('The file is SVG, HTML or XML, which can contain scripts; attach a PNG or a PDF of it');
  }
  if (found !== declared) {
    throw badInput(
      `The file is ${found}, but contentType was ${declared}; create the attachment with the type of the file`,
    );
  }
  if (found === 'text/plain') return { bytes, kind: 'txt' };
  if (found === 'application/pdf') return { bytes, kind: 'pdf' };
  const megapixels = MAX_MEGAPIXELS[uploader.isMember ? 'member' : 'visitor'];
  const image = { bytes, format: found.slice('image/'.length) as ImageFormat, maxPixels: megapixels * MILLION };
  try {
    await uploader.countPixels(await measureImage(image));
    const picture = await reencodeImage(image, uploader);
    return { bytes: picture.bytes, kind: KINDS[picture.format] };
  } catch (error) {
    if (!(error instanceof ImageUnreadable)) throw error;
    throw badInput(
      `The picture is damaged, incomplete, or has more than ${megapixels} million pixels; export it again, or smaller`,
    );
  }
}

/** Content type of a stored file without parameters. */
export const contentTypeOf = ({ kind }: StoredFile): string => CONTENT_TYPES[kind].replace(/;.*/, '');
