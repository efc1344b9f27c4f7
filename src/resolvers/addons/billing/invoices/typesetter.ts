/** Layout of a text. */
export interface Style {
  /** Points; longer text wraps. */
  width: number;
  bold?: boolean;
  gray?: boolean;
  /** Aligns to the right. Requires text in a single font. */
  right?: boolean;
  /** Points. Default: 9.5. */
  size?: number;
}

export interface Typesetter {
  /**
   * Writes a text.
   *
   * @returns vertical position of the next line
   */
  write(text: string, x: number, y: number, style: Style): number;
  /** A character that no font contains was written. */
  readonly hasMissingGlyphs: boolean;
}

/** Undocumented members of pdfkit's document. */
interface FontInternals {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

/** Control characters except line feed, and direction marks. */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}]/gu;

type Face = 'regular' | 'bold' | 'fallback';

/**
 * Creates a writer that sets each character in the first font that contains it. Characters that no
 * font contains are written as Unicode numbers.
 */
export function createTypesetter(
  doc: PDFKit.PDFDocument,
  fonts: { regular: Buffer; bold: Buffer; fallback?: Buffer },
): Typesetter {
  for (const [name, file] of Object.entries(fonts)) if (file) doc.registerFont(name, file);
  const known = new Map<string, boolean>();
  let hasMissingGlyphs = false;

  function has(face: Face, character: string): boolean {
    const key = face + character;
    const found = known.get(key);
    if (found !== undefined) return found;
    doc.font(face);
    const isFound = (doc as unknown as FontInternals)._font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
    known.set(key, isFound);
    return isFound;
  }

  /** Splits a text into runs of one font each. */
  function splitByFont(text: string, first: Face): { face: Face; text: string }[] {
    const pieces: { face: Face; text: string }[] = [];
    for (const character of text.replace(INVISIBLE, '')) {
      const faces: Face[] = fonts.fallback ? [first, 'fallback'] : [first];
      const found = character === '\n' ? first : faces.find((face) => has(face, character));
      hasMissingGlyphs ||= !found;
      const piece = { face: found ?? first, text: found ? character : numberOf(character) };
      const last = pieces.at(-1);
      if (last?.face === piece.face) last.text += piece.text;
      else pieces.push(piece);
    }
    return pieces;
  }

  return {
    get hasMissingGlyphs() {
      return hasMissingGlyphs;
    },
    write(text, x, y, { width, bold, gray, right, size = 9.5 }) {
      if (text === '') return y;
      const pieces = splitByFont(text, bold ? 'bold' : 'regular');
      doc.fontSize(size).fillColor(gray ? '#666666' : '#111111');
      for (const [index, piece] of pieces.entries()) {
        const options = { width, align: right ? 'right' : 'left', continued: index < pieces.length - 1 } as const;
        doc.font(piece.face);
        if (index === 0) doc.text(piece.text, x, y, options);
        else doc.text(piece.text, options);
      }
      return doc.y;
    },
  };
}

/** Formats a Unicode number: [U+4E2D]. */
const numberOf = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
