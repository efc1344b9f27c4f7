import { readFileSync } from 'node:fs';

/** A fenced block of a page. */
export interface Fence {
  /** Text after the opening fence. */
  language: string;
  text: string;
  /** Line number of the opening fence. */
  line: number;
  /** Prose between this block and the next one. */
  after: string;
}

/** Values of placeholders such as `<PROJECT_ID>` and `https://pinbound.example`. */
export type Values = Record<string, string>;

export const readPage = (name: string): string => readFileSync(name, 'utf8');

/** Lists the fenced blocks of a page in order. Blocks in list items lose their indentation. */
export function fencesOf(page: string): Fence[] {
  const fences: Fence[] = [];
  let open: { fence: Fence; indent: number; lines: string[] } | undefined;
  for (const [index, line] of page.split('\n').entries()) {
    const fenceLine = /^( *)```(\w*)$/.exec(line);
    const last = fences.at(-1);
    if (open && fenceLine) {
      open.fence.text = open.lines.join('\n');
      open = undefined;
    } else if (open) {
      open.lines.push(line.slice(open.indent));
    } else if (fenceLine) {
      const fence = { language: fenceLine[2] ?? '', text: '', line: index + 1, after: '' };
      fences.push(fence);
      open = { fence, indent: fenceLine[1]?.length ?? 0, lines: [] };
    } else if (last) {
      last.after += `${line}\n`;
    }
  }
  if (open) throw new Error(`The block in line ${open.fence.line} is not closed`);
  return fences;
}

/** Lists the blocks in one language. */
export const fencesIn = (page: string, language: string): Fence[] =>
  fencesOf(page).filter((fence) => fence.language === language);

/** Returns the block with this index in a language. */
export function fenceAt(page: string, language: string, index = 0): Fence {
  const fence = fencesIn(page, language)[index];
  if (!fence) throw new Error(`The page has no ${language} block ${index}`);
  return fence;
}

/** Reads the rows of the table with these first headings, without backticks and outer space. */
export function tableOf(page: string, ...headings: string[]): string[][] {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${headings.join(' | ')} |`));
  if (start < 0) throw new Error(`The page has no table ${headings.join(', ')}`);
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

/**
 * Replaces the placeholders of a text.
 * @throws for a placeholder without a value
 */
export function fill(text: string, values: Values): string {
  let filled = text;
  for (const [placeholder, value] of Object.entries(values)) filled = filled.replaceAll(placeholder, value);
  const [left] = /<[A-Z][A-Z_]+>|https?:\/\/pinbound\.example/.exec(filled) ?? [];
  if (left) throw new Error(`${left} has no value`);
  return filled;
}
