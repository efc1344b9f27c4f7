import { readFileSync } from 'node:fs';

/** A fenced block of a page. */
export interface Fence {
  /** What follows the opening fence. */
  language: string;
  text: string;
  /** Of the opening fence. */
  line: number;
  /** The prose between this block and the next one. */
  after: string;
}

/** Values for the placeholders of examples, such as `<PROJECT_ID>` and `https://pinbound.example`. */
export type Values = Record<string, string>;

export const readPage = (name: string): string => readFileSync(name, 'utf8');

/** The fenced blocks of a page, in order. Blocks in list items lose their indentation. */
export function fencesOf(page: string): Fence[] {
  const fences: Fence[] = [];
  let open: { fence: Fence; indent: number; lines: string[] } | undefined;
  for (const [index, line] of page.split('\n').entries()) {
    const mark = /^( *)```(\w*)$/.exec(line);
    const last = fences.at(-1);
    if (open && mark) {
      open.fence.text = open.lines.join('\n');
      open = undefined;
    } else if (open) {
      open.lines.push(line.slice(open.indent));
    } else if (mark) {
      const fence = { language: mark[2] ?? '', text: '', line: index + 1, after: '' };
      fences.push(fence);
      open = { fence, indent: mark[1]?.length ?? 0, lines: [] };
    } else if (last) {
      last.after += `${line}\n`;
    }
  }
  if (open) throw new Error(`The block in line ${open.fence.line} is not closed`);
  return fences;
}

/** The blocks in one language. */
export const fencesIn = (page: string, language: string): Fence[] =>
  fencesOf(page).filter((fence) => fence.language === language);

/** The only block, or the one at this place, in a language. */
export function fenceAt(page: string, language: string, index = 0): Fence {
  const fence = fencesIn(page, language)[index];
  if (!fence) throw new Error(`The page has no ${language} block ${index}`);
  return fence;
}

/** The rows of the table whose first heading cells are these; code marks and the space around cells are left out. */
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

/** The text with its placeholders filled. @throws for a placeholder without a value */
export function fill(text: string, values: Values): string {
  let filled = text;
  for (const [placeholder, value] of Object.entries(values)) filled = filled.replaceAll(placeholder, value);
  const [left] = /<[A-Z][A-Z_]+>|https?:\/\/pinbound\.example/.exec(filled) ?? [];
  if (left) throw new Error(`Nothing fills ${left}`);
  return filled;
}
