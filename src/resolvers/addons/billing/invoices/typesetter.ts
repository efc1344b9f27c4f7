/** How a piece of text stands. */
export interface Style {
  /** Points; longer text is broken. */
  width: number;
  bold?: boolean;
  grey?: boolean;
  /** At the right end of the width; of one font. */
  right?: boolean;
  /** Points. Default: 9.5. */
  size?: number;
}

export interface Typesetter {
  /** @returns where the next line can begin */
  write(text: string, x: number, y: number, style: Style): number;
  /** Whether a character was written that no font has. */
  readonly lacked: boolean;
}

/** What pdfkit keeps of the chosen font, beside its documented members. */
interface Chosen {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

/** Controls, but for the line's end, and marks of direction. */
const INVISIBLE = /(?!\n)[\p{Cc}\p{Cf}]/gu;

type Face = 'regular' | 'bold' | 'fallback';

/** Writes text in the first font that has its characters; what none has, as its Unicode number, so that nothing is lost. */
export function createTypesetter(
  doc: PDFKit.PDFDocument,
  fonts: { regular: Buffer; bold: Buffer; fallback?: Buffer },
): Typesetter {
  for (const [name, file] of Object.entries(fonts)) if (file) doc.registerFont(name, file);
  const known = new Map<string, boolean>();
  let lacked = false;

  function has(face: Face, character: string): boolean {
    const key = face + character;
    const found = known.get(key);
    if (found !== undefined) return found;
    doc.font(face);
    const answer = (doc as unknown as Chosen)._font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
    known.set(key, answer);
    return answer;
  }

  /** The text in pieces of one font each. */
  function piecesOf(text: string, first: Face): { face: Face; text: string }[] {
    const pieces: { face: Face; text: string }[] = [];
    for (const character of text.replace(INVISIBLE, '')) {
      const faces: Face[] = fonts.fallback ? [first, 'fallback'] : [first];
      const found = character === '\n' ? first : faces.find((face) => has(face, character));
      lacked ||= !found;
      const piece = { face: found ?? first, text: found ? character : numberOf(character) };
      const last = pieces.at(-1);
      if (last?.face === piece.face) last.text += piece.text;
      else pieces.push(piece);
    }
    return pieces;
  }

  return {
    get lacked() {
      return lacked;
    },
    write(text, x, y, { width, bold, grey, right, size = 9.5 }) {
      if (text === '') return y;
      const pieces = piecesOf(text, bold ? 'bold' : 'regular');
      doc.fontSize(size).fillColor(grey ? '#666666' : '#111111');
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

/** [U+4E2D] */
const numberOf = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
