/** One comment line of a source file. */
interface CommentLine {
  /** Number of the line, from 1. */
  line: number;
  /** Text without the comment's delimiters. */
  text: string;
  /** Columns of the whole line, indentation included. */
  columns: number;
}

/** Consecutive comment lines: a doc comment, a block comment, or a run of line comments. */
interface CommentBlock {
  isDoc: boolean;
  lines: CommentLine[];
}

/** One violation of the comment style. */
export interface StyleProblem {
  line: number;
  message: string;
}

/** Longest comment line, columns. */
const MAX_COLUMNS = 100;

const SUBJECTLESS = /^(What|Of|Who|Whoever|Whose|Where|How|So|Those|Such|Nobody|Nothing)\b/;
const TAG = /@(throws|param|returns)\b/;

/** Comment lines that stand alone; comments behind code on the same line are left out. */
function commentBlocks(source: string): CommentBlock[] {
  const blocks: CommentBlock[] = [];
  let open: CommentBlock | undefined;
  let isInside = false;
  source.split('\n').forEach((raw, index) => {
    const trimmed = raw.trim();
    const lineComment = !isInside && trimmed.startsWith('//');
    const startsBlock = !isInside && trimmed.startsWith('/*');
    if (!isInside && !lineComment && !startsBlock) {
      open = undefined;
      return;
    }
    if (startsBlock || (lineComment && (open === undefined || open.isDoc))) {
      open = { isDoc: trimmed.startsWith('/**'), lines: [] };
      blocks.push(open);
    }
    const text = trimmed
      .replace(/^(\/\*\*?|\/\/+|\*(?!\/))/, '')
      .replace(/\*\/.*$/, '')
      .trim();
    open?.lines.push({ line: index + 1, text, columns: raw.length });
    if (startsBlock || isInside) isInside = !trimmed.includes('*/');
    if (startsBlock && !isInside) open = undefined;
  });
  return blocks;
}

/** Descriptions of a GraphQL schema with a sentence at their beginning that has no subject. */
export const subjectlessDescriptions = (schema: string): string[] =>
  [...schema.matchAll(/"""\s*(.*?)\s*"""/gs)].flatMap(([, text = '']) => (SUBJECTLESS.test(text) ? [text] : []));

/** Every comment line of a source file that breaks a rule of CONTRIBUTING.md, "Comments". */
export function styleProblems(source: string): StyleProblem[] {
  return commentBlocks(source).flatMap(({ isDoc, lines }) =>
    lines.flatMap(({ line, text, columns }, index) => {
      const problems: StyleProblem[] = [];
      const opensSentence = index === 0 || lines[index - 1]?.text === '' || /^@\w+/.test(text);
      const word = opensSentence && isDoc ? SUBJECTLESS.exec(text)?.[1] : undefined;
      if (word) problems.push({ line, message: `opens with "${word}" instead of a subject` });
      // A link or a command cannot be broken.
      if (columns > MAX_COLUMNS && /\s/.test(text)) {
        problems.push({ line, message: `has ${columns} columns; the limit is ${MAX_COLUMNS}` });
      }
      const tag = isDoc ? TAG.exec(text) : null;
      if (tag && tag.index > 0 && !text.slice(0, tag.index).includes('`')) {
        problems.push({ line, message: `has @${tag[1]} behind other text; a tag starts its own line` });
      }
      return problems;
    }),
  );
}

/** Phrases that plain American English avoids, with the replacement. */
const AVOIDED: [phrase: RegExp, instead: string][] = [
  [/(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b)[a-z]+/gi, 'is not a …'],
  [/\ban own\b/gi, 'your, their or its own'],
  [/\bof which\b/gi, 'a sentence of its own'],
  [/\b(?:neighbour|colour|behaviour|favour)\w*|\blabelled\b|\bgrey\b/gi, 'the American spelling'],
];

/** Avoided phrases of a text, code or prose, each with its line. */
export const phraseProblems = (text: string): StyleProblem[] =>
  text.split('\n').flatMap((row, index) =>
    AVOIDED.flatMap(([phrase, instead]) =>
      [...row.matchAll(phrase)].map(([found]) => ({
        line: index + 1,
        message: `says "${found}" instead of ${instead}`,
      })),
    ),
  );

/** Metaphors that earlier code used as names, and the standard terms that replaced them. */
const STANDARD_TERMS: Record<string, string[]> = {
  answer: ['response', 'result'],
  answers: ['responses', 'results'],
  caller: ['client'],
  desk: ['api', 'context'],
  held: ['locked', 'reserved', 'buffered'],
  hold: ['reserve', 'freeze', 'lock'],
  impatient: ['timeout'],
  kin: ['similar', 'related'],
  lane: ['destination', 'queue'],
  lanes: ['destinations', 'queues'],
  mark: ['flag', 'marker'],
  marks: ['flags', 'markers'],
  nudge: ['wake', 'notify'],
  place: ['slot', 'location', 'anchor'],
  places: ['slots', 'locations', 'anchors'],
  refusal: ['error', 'rejection'],
  refuse: ['reject'],
  room: ['budget', 'quota'],
  rooms: ['budgets', 'quotas'],
  stage: ['context'],
  standing: ['membership'],
  stranger: ['anonymous', 'visitor'],
  told: ['notified', 'reported', 'distinct'],
  trail: ['timeline'],
  turn: ['rank', 'attempt', 'queue'],
  twin: ['duplicate'],
  twins: ['duplicates'],
  wire: ['connect', 'compose'],
  wiring: ['container'],
  words: ['texts', 'messages'],
};

/** Words of an identifier: `createHourlyQuota` has `create`, `hourly` and `quota`. */
const wordsOf = (name: string) => name.split(/(?<=[a-z0-9])(?=[A-Z])|_/).map((word) => word.toLowerCase());

/** Names exported by a source file. */
export function exportedNames(source: string): string[] {
  const declaration = /^export\s+(?:async\s+)?(?:function\*?|const|let|class|interface|type|enum)\s+(\w+)/gm;
  return [...source.matchAll(declaration)].map(([, name = '']) => name);
}

/** Pairs of names that are equal but for a metaphor in one and its standard term in the other. */
export function metaphorPairs(names: Iterable<string>): string[] {
  const known = new Map([...names].map((name) => [wordsOf(name).join(' '), name]));
  return [...known]
    .flatMap(([joined, name]) => {
      const words = joined.split(' ');
      return words.flatMap((word, at) =>
        (STANDARD_TERMS[word] ?? []).flatMap((term) => {
          const other = known.get(words.with(at, term).join(' '));
          return other ? [`${name} ~ ${other}`] : [];
        }),
      );
    })
    .sort();
}
