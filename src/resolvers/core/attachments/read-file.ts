import { badInput } from '../../../errors.ts';
import { type ImageFormat, ImageUnreadable, reencodeImage } from '../../../infrastructure/images/reencode-image.ts';
import { CONTENT_TYPES, type ObjectKind } from '../../../infrastructure/storage/object-storage.ts';
import { FILE_TYPES, fileTypeOf, isMarkup } from '../../../lib/file-type.ts';

/** A file as it is stored. */
interface StoredFile {
  bytes: Uint8Array;
  kind: ObjectKind;
}

const KINDS = { png: 'png', jpeg: 'jpg', webp: 'webp' } as const satisfies Record<string, ObjectKind>;

/**
 * Checks a file against the type that was declared for it, by its content. Pictures are encoded
 * again, so that only their pixels remain.
 *
 * @throws BAD_USER_INPUT
 */
export async function readFile(bytes: Uint8Array, declared: string): Promise<StoredFile> {
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
  try {
    const picture = await reencodeImage(bytes, found.slice('image/'.length) as ImageFormat);
    return { bytes: picture.bytes, kind: KINDS[picture.format] };
  } catch (error) {
    if (!(error instanceof ImageUnreadable)) throw error;
    throw badInput(
      'The picture is damaged, incomplete, or has more than 50 million pixels; export it again, or smaller',
    );
  }
}

/** Content type of a stored file without parameters. */
export const contentTypeOf = ({ kind }: StoredFile): string => CONTENT_TYPES[kind].replace(/;.*/, '');
